import { expect, test } from 'vitest'
import type { SessionState } from './session.ts'
import { changeTimes, checkDuration, checkStart } from './times.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString()
const session = (fields: Partial<SessionState>): SessionState => ({
  status: 0,
  started_at: null,
  ended_at: null,
  duration: 3600,
  is_manually_started: 1,
  plan: { parts: [], timers: [] },
  ...fields
})
const WAITING = session({ started_at: at(600), ended_at: at(4200), is_manually_started: 0 })
const RUNNING = session({ status: 1, started_at: at(-1800), ended_at: at(1800) })
const OVER = session({ status: 2, started_at: at(-7200), ended_at: at(-3600) })

const after = (state: SessionState, sent: Parameters<typeof changeTimes>[1]) => {
  const outcome = changeTimes(state, sent, NOW)
  if (outcome.ok) return outcome.value
  const { refusal } = outcome
  return 'fields' in refusal ? refusal.fields : refusal.kind
}

test.each([
  ['waiting', WAITING],
  ['running', RUNNING],
  ['over', OVER],
  ['by hand', session({})]
])('a session that is %s does not change when no times are sent', { tags: 'SES-094' }, (_, state) => {
  expect(after(state, {})).toMatchObject({ started_at: state.started_at, duration: 3600, ended_at: state.ended_at })
})

test('a waiting session can change its start and length, or wait for its host', {
  tags: 'D-83'
}, () => {
  expect(after(WAITING, { started_at: at(60), duration: 900 })).toMatchObject({ started_at: at(60), duration: 900 })
  expect(after(WAITING, { started_at: null })).toMatchObject({ started_at: null, is_manually_started: true })
  expect(after(WAITING, { ended_at: at(1200) })).toMatchObject({ duration: 600 })
  expect(after(WAITING, { ended_at: at(1200), duration: 900 })).toMatchObject({ duration: 900 })
})

test('a stored start in the past may stay, but a new one is refused', { tags: 'D-83' }, () => {
  const late = session({ started_at: at(-3000) })
  expect(after(late, { duration: 900 })).toMatchObject({ started_at: at(-3000) })
  expect(after(late, { started_at: at(-61) })).toHaveProperty(['challenge.started_at'])
  expect(after(late, { started_at: at(-59) })).toMatchObject({ started_at: at(-59) })
})

test('a running session keeps its start, and its end moves with its length', { tags: 'D-69' }, () => {
  expect(after(RUNNING, { duration: 5400 })).toMatchObject({ duration: 5400, ended_at: at(3600) })
  expect(after(RUNNING, { duration: 1900 })).toMatchObject({ ended_at: at(100) })
  expect(after(RUNNING, { duration: 1800 })).toHaveProperty(['challenge.duration'])
  expect(after(RUNNING, { started_at: at(0) })).toBe('conflict')
  expect(after(RUNNING, { started_at: null })).toBe('conflict')
})

test('an ended session cannot change its times', { tags: 'D-69' }, () => {
  expect(after(OVER, { duration: 3600, started_at: at(-7200) })).toBe(OVER)
  expect([after(OVER, { duration: 900 }), after(OVER, { started_at: at(60) })]).toEqual(['conflict', 'conflict'])
})

test('a missing length and an invalid length have different messages', { tags: ['SES-002', 'SES-003', 'D-84'] }, () => {
  const text = (duration: number) => (checkDuration(duration) as { message?: string } | null)?.message
  expect([300, 2_592_000].map(checkDuration)).toEqual([null, null])
  expect(text(0)).toBe('Please set the challenge duration.')
  expect([299, 2_592_001, 600.5].map(text)).toEqual(Array(3).fill(text(1)))
  expect(text(1)).toContain('5 minutes')
})

test('a start may be up to a minute in the past', { tags: 'SES-017' }, () => {
  expect([null, at(-60), at(0), at(9e6)].map(start => checkStart(start, NOW))).toEqual([null, null, null, null])
  expect(checkStart(at(-61), NOW)).not.toBeNull()
})

test('a session that starts by hand cannot have a start date', {
  tags: 'D-83'
}, () => {
  const both = { 'challenge.started_at': expect.stringContaining('Choose one or the other.') }
  expect(after(session({}), { is_manually_started: 1, started_at: at(60) })).toEqual(both)
  expect(after(WAITING, { is_manually_started: 1 })).toEqual(both)
  expect(after(WAITING, { is_manually_started: 1, started_at: null })).toMatchObject({ is_manually_started: true })
  expect(after(session({}), { is_manually_started: 0, started_at: at(60) })).toMatchObject({ started_at: at(60) })
  expect(after(RUNNING, { is_manually_started: 1, started_at: RUNNING.started_at })).toMatchObject({ status: 1 })
})
