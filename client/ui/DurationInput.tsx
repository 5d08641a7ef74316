import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatDuration, parseDuration } from '../../domain/lib/duration.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As typed; `secondsOf` reads it. */
  value?: string
  onChange?: (text: string) => void
}

/** Takes "1h 30m" and rewrites it as "0d 1h 30m 0s" when one leaves it, so that one sees what was understood (D-90). */
export function DurationInput({ value = '', onChange, onBlur, description, ...props }: Props) {
  const [bare, setBare] = useState(false)
  return (
    <TextInput
      autoComplete="off"
      placeholder="For example 1h 30m"
      {...props}
      description={bare ? 'A number alone counts milliseconds. Add a unit: 30m, 45s, 2h.' : description}
      value={value}
      onChange={event => onChange?.(event.currentTarget.value)}
      onBlur={event => {
        const parsed = parseDuration(value)
        setBare(/^\s*[\d.]+\s*$/.test(value))
        if (parsed.ok && parsed.seconds !== null) onChange?.(formatDuration(parsed.seconds))
        onBlur?.(event)
      }}
    />
  )
}

/** For `validate` of a form. */
export function durationError(text: string): string | null {
  const parsed = parseDuration(text)
  return parsed.ok ? null : parsed.message
}

/** Whole seconds of what was typed; null when it is empty or unreadable. */
export function secondsOf(text: string): number | null {
  const parsed = parseDuration(text)
  return parsed.ok ? parsed.seconds : null
}

/** What the field shows at first. */
export function durationText(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds)
}
