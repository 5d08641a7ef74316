import { Popover, TextInput } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { own } from '../../../domain/lib/own.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import '@mantine/dates/styles.layer.css'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import dayjs from 'dayjs'
import { serverNow } from '../../lib/dates/server-clock.ts'
import classes from '../Builder.module.css'
import { useBuilder, useBuilderStore } from '../builder.ts'
import { dateText, NO_DATE, readDate } from './date-text.ts'

interface Props {
  /** Unique in the form, as in `SecondsField`. It ends with "started_at". */
  id: string
  label: string
  description?: string
  /** ISO 8601 UTC. The field shows it in the person's own time zone. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string
  disabled?: boolean
}

const DAY = 'YYYY-MM-DD'
const TIME = 'HH:mm:ss'

/**
 * A date that people type, or choose in a calendar, with a time to the second. The minutes have steps of five, and the
 * time is noon by default (BLD-37..BLD-40).
 */
export function DateField({ id, label, value, onChange, error, disabled, ...props }: Props) {
  const { type, together } = useBuilderStore().get()
  const kept = useBuilder(({ typed }) => own(typed, id))
  const read = kept === undefined ? undefined : readDate(kept)
  // The value was changed elsewhere, for example by dragging.
  const text = read !== undefined && read !== value ? undefined : kept
  const at = value === null ? null : dayjs(value)
  const choose = (local: string): void =>
    together(() => {
      type(id, null)
      onChange(dayjs(local).toISOString())
    })
  return (
    <TextInput
      {...props}
      label={label}
      placeholder="Pick a date and time"
      autoComplete="off"
      disabled={disabled}
      value={text ?? dateText(value)}
      error={(text !== undefined && read === undefined && NO_DATE) || error}
      onChange={event => {
        const changed = event.currentTarget.value
        const date = readDate(changed)
        together(() => {
          type(id, changed)
          if (date !== undefined) onChange(date)
        })
      }}
      onBlur={() => {
        if (read !== undefined) type(id, null)
      }}
      rightSectionWidth="2.75rem"
      rightSection={
        <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <IconButton icon={IconCalendar} disabled={disabled} label={`Calendar: ${label}`} />
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <DatePicker
              // No red weekends, because red means an ended session.
              weekendDays={[]}
              minDate={dayjs(serverNow()).format(DAY)}
              ariaLabels={NAMES}
              defaultDate={at?.format(DAY)}
              value={at?.format(DAY) ?? null}
              onChange={day => day && choose(`${day} ${at?.format(TIME) ?? '12:00:00'}`)}
            />
            <TimePicker
              className={classes.time}
              label="Time"
              withSeconds
              withDropdown
              minutesStep={5}
              format="24h"
              popoverProps={{ withinPortal: false }}
              hoursInputLabel="Hour"
              minutesInputLabel="Minute"
              secondsInputLabel="Second"
              value={at?.format(TIME) ?? '12:00:00'}
              onChange={time => time && at && choose(`${at.format(DAY)} ${time}`)}
              disabled={at === null}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

const NAMES = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
  monthLevelControl: 'Choose a month',
  yearLevelControl: 'Choose a year'
}
