import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useRef } from 'react'
import type { Timer } from '../../../domain/goals/goal.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { intervalOf, timerInterval } from '../../../domain/goals/timers.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
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
            <TimerFields
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

interface TimerProps {
  timer: Timer
  number: number
  SecondsField: Props['SecondsField']
  onChange: (fields: Partial<Timer>) => void
  onRemove: (button: HTMLElement) => void
}

function TimerFields({ timer, number, SecondsField, onChange, onRemove }: TimerProps) {
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
