import { Checkbox, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { weekdayName } from '../../domain/days/streak.ts'
import classes from './WeekdayField.module.css'

interface Props {
  label: string
  /** 1 (Monday) to 7 (Sunday). */
  value?: number[]
  onChange?: (value: number[]) => void
  error?: ReactNode
}

export function WeekdayField({ label, value = [], onChange, error }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.weekdays} aria-describedby={id}>
      <legend>{label}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map(weekday => (
        <Checkbox
          key={weekday}
          label={weekdayName(weekday)}
          checked={value.includes(weekday)}
          onChange={({ currentTarget }) => {
            const others = value.filter(day => day !== weekday)
            onChange?.(currentTarget.checked ? [...others, weekday].sort() : others)
          }}
        />
      ))}
      <Input.Error id={id}>{error}</Input.Error>
    </fieldset>
  )
}
