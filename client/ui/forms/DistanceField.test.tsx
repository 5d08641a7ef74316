import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type DistanceUnit, toMiles } from '../../../domain/lib/distance.ts'
import { forget, show } from '../../../testing/page/show.tsx'
import { DistanceField } from './DistanceField.tsx'
import { numberError, type Typed } from './NumberField.tsx'

afterEach(forget)

let miles: Typed

function Field({ unit, first = '' }: { unit: DistanceUnit; first?: Typed }) {
  const [value, setValue] = useState<Typed>(first)
  miles = value
  return <DistanceField unit={unit} value={value} onChange={setValue} />
}

function type(text: string): HTMLInputElement {
  const input = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(input, { target: { value: text } })
  return input
}

test('the field takes and shows kilometres, and the form gets miles', { tags: 'D-154' }, () => {
  show(<Field unit="km" />)
  expect(screen.getByLabelText('Distance in km')).toBeTruthy()
  const input = type('5')
  expect([input.value, miles]).toEqual(['5', toMiles(5, 'km')])
  type('5.')
  fireEvent.blur(input)
  expect(input.value).toBe('5')
})

test('typing the first number again restores its exact miles', { tags: 'D-154' }, () => {
  show(<Field unit="km" first={3} />)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('4.828')
  type('4.82')
  type('4.828')
  expect(miles).toBe(3)
})

test('unreadable text stays as it was typed, and an empty field stays empty', { tags: 'D-154' }, () => {
  show(<Field unit="km" first={3} />)
  type('1.2.3')
  expect(numberError(miles)).toMatch(/Write a number/)
  type('')
  expect(miles).toBe('')
})
