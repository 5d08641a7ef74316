import { DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import dayjs from 'dayjs'

interface Props {
  label: string
  description?: string
  /** ISO 8601 UTC; shown in the person's own zone. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string
  disabled?: boolean
}

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

/** With time to the second, in steps of five minutes, noon unless told (BLD-37..BLD-40). */
export function DateField({ value, onChange, ...props }: Props) {
  return (
    <DateTimePicker
      {...props}
      clearable
      withSeconds
      // Red is the colour of sessions that have ended.
      weekendDays={[]}
      valueFormat={FORMAT}
      // Only where there is no time yet, for the picker takes it before the time of its value.
      defaultTimeValue={value === null ? '12:00:00' : undefined}
      placeholder="YYYY-MM-DD hh:mm:ss"
      timePickerProps={{ minutesStep: 5, withDropdown: true, popoverProps: { withinPortal: false }, format: '24h' }}
      clearButtonProps={{ 'aria-label': `Clear: ${props.label}` }}
      submitButtonProps={{ 'aria-label': 'Take this date' }}
      popoverProps={{ withinPortal: true, shadow: 'md' }}
      value={value === null ? null : dayjs(value).format(FORMAT)}
      onChange={local => onChange(local === null ? null : dayjs(local).toISOString())}
    />
  )
}
