import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { type DistanceUnit, fromMiles, toMiles, unitName } from '../../../domain/lib/distance.ts'
import { numberCharacters, numberText, parseNumber } from '../../../domain/lib/numbers.ts'
import type { Typed } from './NumberField.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  unit: DistanceUnit
  /** Miles, or the typed text if it is not a number. */
  value?: Typed
  onChange?: (miles: Typed) => void
}

/**
 * Takes a distance in the person's unit and gives miles to the form. Typing the first number again restores its exact
 * miles.
 */
export function DistanceField({ unit, value = '', onChange, onBlur, ...props }: Props) {
  const first = useRef(typeof value === 'number' ? value : null)
  const [typed, setTyped] = useState<{ text: string; value: Typed; unit: DistanceUnit } | null>(null)
  const isTyped = typed !== null && typed.value === value && typed.unit === unit
  const text = isTyped ? typed.text : typeof value === 'number' ? numberText(fromMiles(value, unit)) : value
  return (
    <TextInput
      label={`Distance in ${unitName(unit)}`}
      autoComplete="off"
      inputMode="decimal"
      {...props}
      value={text}
      onChange={event => {
        const written = numberCharacters(event.currentTarget.value)
        const parsed = parseNumber(written)
        const miles = parsed.ok && parsed.number !== null ? toMiles(parsed.number, unit, first.current) : written
        setTyped({ text: written, value: miles, unit })
        onChange?.(miles)
      }}
      onBlur={event => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
