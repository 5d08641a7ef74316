import { VisuallyHidden } from '@mantine/core'
import { useNow } from '../lib/dates/server-clock.ts'

interface Props {
  /** The time at which it reaches zero, in ms of the server's clock. */
  until: number
  /** Formats whole seconds. By default as "3:07:05". */
  format?: (seconds: number) => string
}

/** Counts down on the server's clock. Screen readers get minutes, because seconds change before they finish reading. */
export function Countdown({ until, format = clockText }: Props) {
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000))
  return (
    <span role="timer">
      <span aria-hidden>{format(seconds)}</span>{' '}
      <VisuallyHidden>{seconds > 3600 && format !== clockText ? format(seconds) : spokenText(seconds)}</VisuallyHidden>
    </span>
  )
}

function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (parts[0] === 0) parts.shift()
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

function spokenText(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
