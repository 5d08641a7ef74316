import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Stay } from '../activities/turns.ts'
import type { Result } from '../lib/result.ts'
import { readClock, sessionCues } from './clock.ts'
import { LONGEST } from './length.ts'
import { movePart, settleTurns } from './parts.ts'
import { extendSession, pauseSession, resumeSession } from './pause.ts'
import { advance, begin, end, reset, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const ms = (seconds: number) => T0 + seconds * 1000
const at = (seconds: number) => new Date(ms(seconds)).toISOString()
const [FIRST, SECOND, ALONE] = [100, 101, 200].map(uuidOf) as [string, string, string]

/** An hour with two linked parts of 100 s, another group with a part of 150 s, and a session timer of 30 s. */
function running(more: object = {}, group: object = {}): SessionState {
  const plan = planOf({
    parts: [
      partsOf(1, [{ duration: 100, can_complete: 1, ...more }, { duration: 100 }], group),
      partsOf(2, [{ duration: 150 }], { linked: 0 })
    ],
    timers: [{ uuid: uuidOf(9), title: 'Breathe', duration: 30 }]
  })
  return begin({ status: 0, started_at: null, ended_at: null, duration: 3600, is_manually_started: 1, plan }, T0)
}

function value<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}

/** Returns the numbers that the clock shows. */
function figures(session: SessionState, seconds: number, people: readonly Stay[] = []) {
  const clock = readClock(session, ms(seconds), people)
  return {
    elapsed: clock.elapsed,
    remaining: clock.remaining,
    parts: clock.groups.flatMap(group => group.active.map(part => [part.uuid, part.elapsed, part.remaining])),
    timers: clock.timers.map(timer => timer?.remaining),
    next: clock.groups.map(group => group.next?.uuid)
  }
}

/** Returns the times of all sounds, read second by second as the page does. */
function cuesIn(session: SessionState, from: number, to: number): number[] {
  const seconds = Array.from({ length: to - from }, (_, index) => from + index)
  return seconds.flatMap(one => sessionCues(session, ms(one), ms(one + 1)).map(cue => (cue.at - T0) / 1000))
}

test('a paused session stops its end, all parts and its timers', {
  tags: 'D-94'
}, () => {
  const session = running()
  const paused = value(pauseSession(session, ms(40)))
  expect(readClock(paused, ms(40)).isPaused).toBe(true)
  for (const later of [40, 100, 3000]) expect(figures(paused, later)).toEqual(figures(session, 40))
  expect(advance(paused, ms(10_000)).session.status).toBe(SessionStatus.Running)
  expect(readClock(paused, ms(500)).nextChange).toBeNull()
  expect(cuesIn(paused, 40, 300)).toEqual([])
})

test('a resumed session continues where it was and ends later by the pause', { tags: 'D-94' }, () => {
  const session = running()
  const again = value(resumeSession(value(pauseSession(session, ms(40))), ms(540)))
  expect([again.paused_at, again.paused_seconds, again.ended_at]).toEqual([null, 500, at(4100)])
  for (const [then, now] of [
    [40, 540],
    [99, 599],
    [120, 620],
    [3599, 4099]
  ] as const) {
    expect(figures(again, now)).toEqual(figures(session, then))
  }
  expect(cuesIn(again, 541, 700).map(time => time - 500)).toEqual(cuesIn(session, 41, 200))
  expect(value(resumeSession(value(pauseSession(again, ms(600))), ms(700))).paused_seconds).toBe(600)
})

test('a part that was paused before the session delays the end only once', { tags: 'D-94' }, () => {
  const part = value(movePart(running(), FIRST, 'pause', ms(20)))
  const again = value(resumeSession(value(pauseSession(part, ms(40))), ms(70)))
  expect(again.ended_at).toBe(at(3650))
  expect(figures(again, 70).parts).toEqual([
    [FIRST, 20, 80],
    [ALONE, 40, 110]
  ])
})

test('a person who leaves during a pause of the session does not delay its end', { tags: ['D-93', 'D-94'] }, () => {
  const stay = (username: string, left = Number.POSITIVE_INFINITY): Stay => ({ username, joined: ms(-10), left })
  const both = [stay('ada'), stay('grace')]
  const session = running({ per_participant: 1 })
  const paused = value(pauseSession(session, ms(40), both))
  const after = [stay('ada'), stay('grace', ms(60))]
  const settled = settleTurns(paused, ms(60), after)
  const again = value(resumeSession(settled, ms(140), after))
  expect(again.ended_at).toBe(at(3700))
  expect(figures(again, 140, after).parts[0]).toEqual([FIRST, 40, 60])
})

test.each([
  ['pause a paused session', value(pauseSession(running(), ms(5))), pauseSession, 'This session is already paused.'],
  ['resume a running session', running(), resumeSession, 'This session isn’t paused.'],
  ['pause an ended session', value(end(running(), ms(5))), pauseSession, 'This session isn’t in progress.'],
  ['resume an ended session', value(end(running(), ms(5))), resumeSession, 'This session isn’t in progress.'],
  ['extend a waiting session', reset(running(), ms(5)), extend, 'This session isn’t in progress.']
] as const)('nobody can %s', { tags: 'D-94' }, (_, session, rule, message) => {
  expect(rule(session as SessionState, ms(9))).toMatchObject({ ok: false, refusal: { kind: 'conflict', message } })
})

test('commands on parts are refused while the whole session is paused', { tags: 'D-94' }, () => {
  const paused = value(pauseSession(running(), ms(5)))
  for (const how of ['start', 'pause', 'resume', 'complete'] as const) {
    const refused = movePart(paused, SECOND, how, ms(9))
    expect(refused.ok || refused.refusal).toMatchObject({ message: 'This session is paused. Resume it first.' })
  }
  expect(movePart(value(resumeSession(paused, ms(9))), FIRST, 'complete', ms(10)).ok).toBe(true)
})

test('a reset clears the pause', { tags: 'D-78' }, () => {
  const paused = value(pauseSession(running(), ms(5)))
  expect(reset(paused, ms(9))).toMatchObject({ paused_at: null, paused_seconds: 0 })
})

function extend(session: SessionState, now: number, minutes = 1, seenEnd?: string | null) {
  return extendSession(session, minutes * 60, now, [], seenEnd)
}

test('more time extends the part that ends first and delays the rest and the end', { tags: 'D-94' }, () => {
  const longer = value(extend(running(), ms(40)))
  expect([longer.duration, longer.ended_at]).toEqual([3660, at(3660)])
  expect(figures(longer, 40).parts).toEqual([
    [FIRST, 40, 120],
    [ALONE, 40, 110]
  ])
  expect(figures(longer, 170).parts).toEqual([[SECOND, 10, 90]])
  expect(value(extend(longer, ms(50), 5)).ended_at).toBe(at(3960))
  expect(value(extend(longer, ms(1000))).ended_at).toBe(at(3720))
})

test('more time applies to the current set only', { tags: 'D-94' }, () => {
  const longer = value(extend(running({}, { sets: 2 }), ms(40)))
  expect(figures(longer, 159).parts[0]).toEqual([FIRST, 159, 1])
  expect(figures(longer, 300).parts).toEqual([[FIRST, 40, 60]])
  const { plan } = value(movePart(longer, FIRST, 'pause', ms(300)))
  expect(plan.parts[0]?.parts[0]?.extra).toBeUndefined()
  expect(reset(longer, ms(300)).plan.parts[0]?.parts[0]).not.toHaveProperty('extra')
})

test('in a part with turns, more time only delays the end', { tags: 'D-94' }, () => {
  const people: Stay[] = [{ username: 'ada', joined: ms(-10), left: Number.POSITIVE_INFINITY }]
  const longer = value(extendSession(running({ per_participant: 1 }), 60, ms(40), people))
  expect(longer.ended_at).toBe(at(3660))
  expect(figures(longer, 40, people).parts[0]).toEqual([FIRST, 40, 60])
})

test('more time extends a paused part too', { tags: 'D-94' }, () => {
  for (const paused of [value(pauseSession(running(), ms(40))), value(movePart(running(), FIRST, 'pause', ms(40)))]) {
    const longer = value(extend(paused, ms(90)))
    expect(figures(longer, 95).parts.find(([uuid]) => uuid === FIRST)).toEqual([FIRST, 40, 120])
    expect(longer.ended_at).toBe(at(3660))
  }
})

test('a repeated press with the old end adds no time; without an end it does', {
  tags: 'D-94'
}, () => {
  const session = running()
  const longer = value(extend(session, ms(40), 1, session.ended_at))
  expect(value(extend(longer, ms(41), 1, session.ended_at))).toBe(longer)
  expect(value(extend(longer, ms(41), 1, longer.ended_at)).ended_at).toBe(at(3720))
  expect(value(extend(longer, ms(41))).ended_at).toBe(at(3720))
})

test('a session cannot exceed a month, and one without an end gets none', {
  tags: 'D-84'
}, () => {
  const month = { ...running(), duration: LONGEST - 30, ended_at: at(LONGEST - 30) }
  expect(extend(month, ms(40))).toMatchObject({ ok: false, refusal: { kind: 'invalid' } })
  expect(value(extend({ ...running(), ended_at: null }, ms(40))).ended_at).toBeNull()
})
