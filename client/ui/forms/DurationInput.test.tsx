import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { forget, show } from '../../../testing/page/show.tsx'
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

test('on leaving, the field shows what it understood', { tags: ['D-90', 'D-137'] }, () => {
  expect(leaveWith('90m')).toBe('1 h 30 min')
})

test('a duration is short until the field has the focus', { tags: ['BLD-22', 'D-137'] }, () => {
  show(<DurationInput label="Duration" value="1d 0h 7m 5s" onChange={() => {}} />)
  const input = screen.getByLabelText<HTMLInputElement>('Duration')
  expect(input.value).toBe('1 d 7 min 5 s')
  fireEvent.focus(input)
  expect(input.value).toBe('1d 0h 7m 5s')
  fireEvent.blur(input)
  expect(input.value).toBe('1 d 7 min 5 s')
})

test('for a bare number, which counts milliseconds, the field offers likely durations', {
  tags: ['BLD-32', 'D-137']
}, () => {
  expect(leaveWith('5')).toBe('0 s')
  expect(screen.getByText(/A number alone means milliseconds/)).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['5 min', '5 s', '5 h'])
  fireEvent.click(screen.getByRole('button', { name: '5 min' }))
  const input = screen.getByLabelText<HTMLInputElement>('Duration')
  expect(input.value).toBe('0d 0h 5m 0s')
  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('button')).toBeNull()
})

test('for "1:30" the field offers minutes and hours', { tags: 'D-137' }, () => {
  expect(leaveWith('1:30')).toBe('1:30')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['1 min 30 s', '1 h 30 min'])
  fireEvent.click(screen.getByRole('button', { name: '1 h 30 min' }))
  expect(screen.getByLabelText<HTMLInputElement>('Duration').value).toBe('0d 1h 30m 0s')
})

test('unreadable text stays as it was typed', () => {
  expect(leaveWith('soon')).toBe('soon')
  expect(durationError('soon')).toContain('soon')
  expect([secondsOf('soon'), secondsOf(''), secondsOf('2m')]).toEqual([null, null, 120])
})

test('focus selects the duration, so that typing replaces it', () => {
  show(<DurationInput label="Duration" value="0d 0h 0m 20s" onChange={() => {}} />)
  const input = screen.getByLabelText<HTMLInputElement>('Duration')
  act(() => input.focus())
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length])
})
