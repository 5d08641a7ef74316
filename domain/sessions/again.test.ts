import { expect, test } from 'vitest'
import { againCheck, timeHere } from './again.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString()
const HOUR = { started_at: at(0), ended_at: at(60) }

test.each([
  ['from the start to the end', at(-5), null, 3600],
  ['from when they joined', at(20), null, 2400],
  ['until they completed it', at(-5), at(15), 900],
  ['only until the end', at(50), at(70), 600],
  ['not at all when they joined after the end', at(61), null, 0]
])('a member was in the session %s', { tags: 'D-74' }, (_, joined_at, completed_at, seconds) => {
  expect(timeHere(HOUR, { joined_at, completed_at })).toBe(seconds)
})

test('nobody was in a session that never began', { tags: 'D-139' }, () => {
  expect(timeHere({ started_at: null, ended_at: at(60) }, { joined_at: at(0), completed_at: null })).toBe(0)
})

test.each([
  ['a participant once it has ended', 2, false, true, null],
  ['nobody who did not take part', 2, false, false, 'forbidden'],
  ['nobody while it runs', 1, false, true, 'conflict'],
  ['nobody before it starts', 0, false, true, 'conflict'],
  ['nobody when it is a template', 2, true, true, 'conflict']
] as const)('a session can be made again by %s', { tags: 'SES-092' }, (_, status, is_preset, wasIn, kind) => {
  expect(againCheck({ status, is_preset }, wasIn)?.kind ?? null).toBe(kind)
})
