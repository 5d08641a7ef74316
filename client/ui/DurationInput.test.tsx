import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { forget, show } from '../testing/show.tsx'
import { DurationInput, durationError, secondsOf } from './DurationInput.tsx'

afterEach(forget)

function Field() {
  const [text, setText] = useState('')
  return <DurationInput label="Duration" value={text} onChange={setText} />
}

function leaveWith(text: string): string {
  show(<Field />)
  const input = screen.getByLabelText<HTMLInputElement>('Duration')
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return input.value
}

test('the field shows what it understood when one leaves it', () => {
  expect(leaveWith('90m')).toBe('0d 1h 30m 0s')
})

test('a number alone counts milliseconds, and the field says so', () => {
  expect(leaveWith('5')).toBe('0d 0h 0m 0s')
  expect(screen.getByText(/Add a unit/)).toBeTruthy()
})

test('what cannot be read stays as it was typed', () => {
  expect(leaveWith('soon')).toBe('soon')
  expect(durationError('soon')).toContain('soon')
  expect([secondsOf('soon'), secondsOf(''), secondsOf('2m')]).toEqual([null, null, 120])
})
