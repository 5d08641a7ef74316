import { Button, Checkbox, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useRef } from 'react'
import type { Timer } from '../../../domain/goals/fields.ts'
import { timerInterval } from '../../../domain/goals/timers.ts'
import { SetsField } from '../../ui/forms/SetsField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { addAndFocus, removeAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from './TimerList.module.css'

export interface SecondsProps {
  /** Unique in the form: the uuid of the timer, a space, and the name of the field. */
  id: string
  label: string
  labelHidden?: boolean
  disabled?: boolean
  seconds: number
  onChange: (seconds: number) => void
}

interface TimerProps {
  timer: Timer
  number: number
  SecondsField: (props: SecondsProps) => ReactNode
  onChange: (fields: Partial<Timer>) => void
  onRemove: (button: HTMLElement) => void
}

export function TimerRow({ timer, number, SecondsField, onChange, onRemove }: TimerProps) {
  const { nested } = timer
  const rows = useRef<HTMLDivElement>(null)
  const isInterval = timer.is_interval === 1
  const setInner = (at: number, fields: Partial<Timer['nested'][number]>): void =>
    onChange({ nested: nested.map((inner, index) => (index === at ? { ...inner, ...fields } : inner)) })
  return (
    <>
      <div className={classes.timerRow}>
        <TextInput
          aria-label={`Title of timer ${number}`}
          placeholder={`Timer ${number}`}
          value={timer.title}
          onChange={event => onChange({ title: event.currentTarget.value })}
        />
        <SecondsField
          id={`${timer.uuid} duration`}
          label={`Duration of timer ${number}`}
          labelHidden
          disabled={isInterval}
          seconds={isInterval ? timerInterval(timer).duration : timer.duration}
          onChange={duration => onChange({ duration })}
        />
        <IconButton
          icon={IconTrash}
          label={`Remove timer ${number}`}
          onClick={event => onRemove(event.currentTarget)}
        />
      </div>
      <Checkbox
        label="Made of shorter timers"
        checked={isInterval}
        onChange={event =>
          onChange(
            event.currentTarget.checked
              ? { is_interval: 1, nested: nested.length > 0 ? nested : [{ title: '', duration: timer.duration || 60 }] }
              : { is_interval: 0, duration: timer.duration || timerInterval(timer).duration }
          )
        }
      />
      {isInterval && (
        <div ref={rows} className={classes.nested}>
          {nested.map((inner, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: inner timers have no other identity than their position.
            <div key={at} className={classes.timerRow} data-row>
              <TextInput
                aria-label={`Title of inner timer ${number}.${at + 1}`}
                placeholder={`Inner timer ${at + 1}`}
                value={inner.title}
                onChange={event => setInner(at, { title: event.currentTarget.value })}
              />
              <SecondsField
                id={`${timer.uuid} nested ${nested.length} ${at}`}
                label={`Duration of inner timer ${number}.${at + 1}`}
                labelHidden
                seconds={inner.duration}
                onChange={duration => setInner(at, { duration })}
              />
              <IconButton
                icon={IconTrash}
                label={`Remove inner timer ${number}.${at + 1}`}
                onClick={() => removeAndFocus(() => onChange({ nested: nested.toSpliced(at, 1) }), rows.current, at)}
              />
            </div>
          ))}
          <div className={classes.timersFoot}>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() =>
                addAndFocus(
                  () => onChange({ nested: [...nested, { title: '', duration: 60 }] }),
                  rows.current,
                  '[data-row]'
                )
              }
            >
              Add an inner timer
            </Button>
            <SetsField
              className={classes.small}
              label={`Sets of timer ${number}`}
              value={timer.sets}
              onChange={value => onChange({ sets: value })}
            />
          </div>
        </div>
      )}
    </>
  )
}
