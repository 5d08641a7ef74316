/** Properties of changes of times, for random sessions and changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planOf } from '../activities/example-plan.ts'
import { LONGEST, lengthError, SHORTEST } from './length.ts'
import type { SessionState } from './session.ts'
import { SessionStatus } from './status.ts'
import { changeTimes, checkDuration, checkStart } from './times.ts'

const NOW = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()
const length = fc.integer({ min: SHORTEST, max: 7200 })
const stored = fc
  .tuple(fc.constantFrom(0 as const, 1 as const, 2 as const), fc.integer({ min: 1, max: 7000 }), length)
  .map(([status, seconds, duration]): SessionState => {
    const start =
      status === SessionStatus.NotStarted
        ? seconds
        : status === SessionStatus.Running
          ? -(seconds % duration)
          : -seconds - duration
    return {
      status,
      started_at: at(start),
      ended_at: at(start + duration),
      duration,
      is_manually_started: 0,
      plan: planOf({})
    }
  })
const wish = fc.record(
  {
    started_at: fc.option(fc.integer({ min: -200, max: 9000 }).map(at)),
    ended_at: fc.option(fc.integer({ min: -200, max: 20_000 }).map(at)),
    duration: fc.option(fc.integer({ min: -10, max: LONGEST + 10 }))
  },
  { requiredKeys: [] }
)

test('the changed session has a valid length', { tags: ['SES-002', 'SES-003'] }, () => {
  fc.assert(
    fc.property(stored, wish, (session, sent) => {
      const result = changeTimes(session, sent, NOW)
      if (result.ok) expect(lengthError(result.value.duration)).toBeNull()
    }),
    { seed: 160, numRuns: 500 }
  )
})

test('a running session keeps its start, an ended one all its times', { tags: 'D-69' }, () => {
  fc.assert(
    fc.property(stored, wish, (session, sent) => {
      const result = changeTimes(session, sent, NOW)
      if (!result.ok || session.status === SessionStatus.NotStarted) return
      expect(result.value.started_at).toBe(session.started_at)
      if (session.status === SessionStatus.Ended) expect(result.value).toBe(session)
      else expect(Date.parse(result.value.ended_at ?? '')).toBeGreaterThan(NOW)
    }),
    { seed: 161, numRuns: 500 }
  )
})

test('a session without a start waits for its host, one with a start begins by itself', { tags: 'D-83' }, () => {
  fc.assert(
    fc.property(stored, wish, (session, sent) => {
      const result = changeTimes(session, sent, NOW)
      if (!result.ok || session.status !== SessionStatus.NotStarted) return
      expect(result.value.is_manually_started).toBe(result.value.started_at === null)
    }),
    { seed: 162, numRuns: 300 }
  )
})

test('sending the stored times is never refused', { tags: 'SES-094' }, () => {
  fc.assert(
    fc.property(stored, session => {
      const { started_at, ended_at, duration } = session
      expect(changeTimes(session, { started_at, ended_at, duration }, NOW).ok).toBe(true)
      expect(changeTimes(session, {}, NOW).ok).toBe(true)
    }),
    { seed: 163, numRuns: 200 }
  )
})

test('checkDuration and checkStart refuse exactly beyond their limits', {
  tags: ['SES-002', 'SES-003', 'SES-017']
}, () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: LONGEST + 5 }), fc.integer({ min: -200, max: 200 }), (duration, start) => {
      expect(checkDuration(duration) === null).toBe(duration >= SHORTEST && duration <= LONGEST)
      expect(checkStart(at(start), NOW) === null).toBe(start >= -60)
    }),
    { seed: 164, numRuns: 300 }
  )
})
