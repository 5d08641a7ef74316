import { expect, test } from 'vitest'
import { againCheck, timeHere } from './again.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString()
const HOUR = { started_at: at(0), ended_at: at(60) }

test.each([
  ['from the start to the end', at(-5), null, 3600],
  ['from when they came', at(20), null, 2400],
  ['until they completed it', at(-5), at(15), 900],
  ['not after the end', at(50), at(70), 600],
  ['not at all when they came after the end', at(61), null, 0]
])('somebody was there %s', { tags: 'D-74' }, (_, joined_at, completed_at, seconds) => {
  expect(timeHere(HOUR, { joined_at, completed_at })).toBe(seconds)
})

test('in what never began nobody was there', { tags: 'D-139' }, () => {
  expect(timeHere({ started_at: null, ended_at: at(60) }, { joined_at: at(0), completed_at: null })).toBe(0)
})

test.each([
  ['who took part, once it has ended', 2, false, true, null],
  ['nobody else', 2, false, false, 'forbidden'],
  ['nobody while it runs', 1, false, true, 'conflict'],
  ['nobody before it', 0, false, true, 'conflict'],
  ['nobody of a template', 2, true, true, 'conflict']
] as const)('the same again is made by %s', { tags: 'SES-092' }, (_, status, is_preset, wasIn, kind) => {
  expect(againCheck({ status, is_preset }, wasIn)?.kind ?? null).toBe(kind)
})
