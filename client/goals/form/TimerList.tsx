import { Button, Text } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type ReactNode, useRef } from 'react'
import type { Timer } from '../../../domain/goals/fields.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { intervalOf } from '../../../domain/goals/timers.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { SetsField } from '../../ui/forms/SetsField.tsx'
import { addAndFocus, removeAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from './TimerList.module.css'
import { type SecondsProps, TimerRow } from './TimerRow.tsx'

interface Props {
  timers: readonly Timer[]
  onChange: (timers: Timer[]) => void
  /** How often the whole list runs. Undefined for timers that repeat endlessly. */
  sets?: number
  onSets?: (sets: number) => void
  title?: string
  note?: string
  error?: ReactNode
  /** A duration field that keeps unreadable text. */
  SecondsField: (props: SecondsProps) => ReactNode
  /** Gets the name of the removed timer, such as "Work". */
  onRemoved?: (name: string) => void
}

/** Timers that run in order. Each may consist of shorter ones (TMR-09..TMR-13). */
export function TimerList({ timers, onChange, sets, onSets, title = 'Timers', note, error, ...own }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const set = (uuid: string, fields: Partial<Timer>): void =>
    onChange(timers.map(timer => (timer.uuid === uuid ? { ...timer, ...fields } : timer)))
  const total = intervalOf({ timers, sets: sets ?? 1 }).duration
  return (
    <fieldset ref={list} className={classes.set}>
      <legend>{title}</legend>
      {note && (
        <Text c="dimmed" size="sm">
          {note}
        </Text>
      )}
      <ol className={classes.timers}>
        {timers.map((timer, index) => (
          <li key={timer.uuid} className={classes.timer}>
            <TimerRow
              timer={timer}
              number={index + 1}
              SecondsField={own.SecondsField}
              onChange={fields => set(timer.uuid, fields)}
              onRemove={row => {
                const left = timers.filter(one => one.uuid !== timer.uuid)
                removeAndFocus(() => onChange(left), row.closest('ol'), index)
                own.onRemoved?.(timer.title || `Timer ${index + 1}`)
              }}
            />
          </li>
        ))}
      </ol>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb="xs">
          {error}
        </Text>
      )}
      <div className={classes.timersFoot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => addAndFocus(() => onChange([...timers, newTimer(randomUuid())]), list.current)}
        >
          Add a timer
        </Button>
        {onSets && timers.length > 0 && (
          <SetsField className={classes.small} label="Sets" value={sets} onChange={onSets} />
        )}
        {total > 0 && <Text c="dimmed">{shortDuration(total)} in all</Text>}
      </div>
    </fieldset>
  )
}
