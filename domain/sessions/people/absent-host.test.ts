import { expect, test } from 'vitest'
import { SessionStatus } from '../status.ts'
import { takesOver } from './absent-host.ts'

const START = Date.UTC(2026, 0, 1, 12)
const MINUTE = 60_000
const person = (username: string, is_ready = true, role = 0) => ({ username, role, is_ready })
const PEOPLE = [person('ada', false, 1), person('grace'), person('mary', false)]
const begun = { status: SessionStatus.Running, startsAt: START, duration: 1800 }
const waits = { status: SessionStatus.NotStarted, startsAt: null, duration: 1800 }

function who(session: object, here: string[], awaySince: number, now: number): string | null {
  return takesOver({ ...begun, ...session }, PEOPLE, new Set(here), awaySince, now)
}

test.each([
  ['the longest member after a minute', {}, ['mary', 'grace'], START, START + MINUTE, 'grace'],
  ['the longest member who is present', {}, ['mary'], START - 9 * MINUTE, START + MINUTE, 'mary'],
  ['nobody within the minute', {}, ['grace'], START, START + MINUTE - 1, null],
  ['nobody while a host is present', {}, ['ada', 'grace'], START, START + 2 * MINUTE, null],
  ['nobody when no member is present', {}, ['a visitor'], START, START + 2 * MINUTE, null],
  ['nobody when the host was present at the start', {}, ['grace'], START + 2 * MINUTE, START + 4 * MINUTE, null],
  ['nobody ten minutes after the start', {}, ['grace'], START, START + 10 * MINUTE, null],
  ['nobody in a session of days', { duration: 86_401 }, ['grace'], START, START + MINUTE, null],
  ['nobody after the end', { status: SessionStatus.Ended }, ['grace'], START, START + MINUTE, null],
  ['nobody before a planned start', { ...waits, startsAt: START }, ['grace'], START - 9e6, START - MINUTE, null],
  ['a ready member when everyone waits for the host', waits, ['grace'], START, START + MINUTE, 'grace'],
  ['nobody while someone who waits is not ready', waits, ['grace', 'mary'], START, START + 5 * MINUTE, null],
  ['nobody within a minute of waiting', waits, ['grace'], START, START + MINUTE - 1, null]
])('a session without a host is taken over by %s', { tags: 'D-73' }, (_, session, here, awaySince, now, expected) => {
  expect(who(session, here, awaySince, now)).toBe(expected)
})
