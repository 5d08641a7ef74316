import { expect, test } from 'vitest'
import { regularCheck } from './regulars.ts'

const series = { hasEnded: false, needsCode: false }
const person = { isHost: false, isGuest: false, wasRemoved: false, wasIn: false }

test('anyone with an account can come every time, unless a host removed them', { tags: 'D-150' }, () => {
  expect(regularCheck(series, person)).toBeNull()
  expect(regularCheck({ ...series, hasEnded: true }, person)?.kind).toBe('conflict')
  expect(regularCheck(series, { ...person, isHost: true })?.kind).toBe('conflict')
  expect(regularCheck(series, { ...person, isGuest: true })?.kind).toBe('forbidden')
  expect(regularCheck(series, { ...person, wasIn: true, wasRemoved: true })?.kind).toBe('forbidden')
})

test('a series with a code takes people as regulars who have been in a date', { tags: ['D-150', 'D-77'] }, () => {
  expect(regularCheck({ ...series, needsCode: true }, person)?.kind).toBe('forbidden')
  expect(regularCheck({ ...series, needsCode: true }, { ...person, wasIn: true })).toBeNull()
})
