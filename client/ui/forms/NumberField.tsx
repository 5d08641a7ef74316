import { TextInput, type TextInputProps } from '@mantine/core'
import { numberCharacters, numberText, parseNumber } from '../../../domain/lib/numbers.ts'

/** The typed text, or the number that the field shows at first. '' for none. */
export type Typed = number | string

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: Typed
  onChange?: (text: string) => void
}

/** Takes numbers such as "10,000", and on leaving shows what it understood. */
export function NumberField({ value = '', onChange, onBlur, ...props }: Props) {
  const text = typeof value === 'number' ? numberText(value) : value
  return (
    <TextInput
      autoComplete="off"
      inputMode="decimal"
      {...props}
      value={text}
      onChange={event => onChange?.(numberCharacters(event.currentTarget.value))}
      onBlur={event => {
        const parsed = parseNumber(text)
        if (parsed.ok && parsed.number !== null) onChange?.(numberText(parsed.number))
        onBlur?.(event)
      }}
    />
  )
}

/** The error of a number, for `validate` of a form. */
export function numberError(typed: Typed): string | null {
  const parsed = parseNumber(String(typed))
  return parsed.ok ? null : parsed.message
}

/** The typed number, or null if it is empty or unreadable. */
export function numberOf(typed: Typed): number | null {
  if (typeof typed === 'number') return typed
  const parsed = parseNumber(typed)
  return parsed.ok ? parsed.number : null
}
