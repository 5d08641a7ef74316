/** Random commands on a session: the invariants hold in any order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Result } from '../lib/result.ts'
import { readClock } from './clock.ts'
import { LONGEST } from './length.ts'
import { movePart, type PartMove, pausePart, resumePart, skipPart } from './parts.ts'
import { extendSession, pauseSession, resumeSession } from './pause.ts'
import { type Joinable, joinCheck, spotsLeft } from './people/join.ts'
import { advance, end, endsAt, reset, type SessionState, scheduled, start } from './session.ts'
import { SessionStatus } from './status.ts'
import { changeTimes } from './times.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const PARTS = [100, 101, 200].map(uuidOf)
const { NotStarted, Running, Ended } = SessionStatus

const fresh: SessionState = {
  status: 0,
  started_at: null,
  ended_at: null,
  duration: 3600,
  is_manually_started: 1,
  plan: planOf({
    parts: [
      partsOf(1, [{ can_complete: 1 }, { duration: 600, can_complete: 1 }], { sets: 2 }),
      partsOf(2, [{ duration: 900 }], { linked: 0, auto_start: 0 })
    ]
  })
}

type Command = { name: string; run: (session: SessionState, now: number) => Result<SessionState> }
const allowed = (value: SessionState): Result<SessionState> => ({ ok: true, value })
const onPart = (how: PartMove) =>
  fc
    .constantFrom(...PARTS)
    .map((uuid): Command => ({ name: `${how} part`, run: (session, now) => movePart(session, uuid, how, now) }))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Command>({ name: 'start', run: (session, now) => start(session, now) }) },
  fc.constant<Command>({ name: 'end', run: (session, now) => end(session, now) }),
  fc.constant<Command>({ name: 'reset', run: (session, now) => allowed(reset(session, now)) }),
  fc.constant<Command>({ name: 'look', run: session => allowed(session) }),
  { weight: 3, arbitrary: onPart('start') },
  { weight: 3, arbitrary: onPart('pause') },
  { weight: 3, arbitrary: onPart('resume') },
  { weight: 2, arbitrary: onPart('complete') },
  { weight: 2, arbitrary: onPart('takeBack') },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...PARTS)
      .map((uuid): Command => ({ name: 'skip part', run: (session, now) => skipPart(session, uuid, now) }))
  },
  { weight: 2, arbitrary: fc.constant<Command>({ name: 'pause all', run: (one, now) => pauseSession(one, now) }) },
  { weight: 2, arbitrary: fc.constant<Command>({ name: 'resume all', run: (one, now) => resumeSession(one, now) }) },
  fc
    .constantFrom(60, 300)
    .map((more): Command => ({ name: 'extend', run: (one, now) => extendSession(one, more, now) })),
  fc.integer({ min: 0, max: 7200 }).map(
    (duration): Command => ({
      name: 'change times',
      run: (session, now) => {
        const result = changeTimes(session, { duration }, now)
        return result.ok && session.status === NotStarted ? allowed(scheduled(result.value)) : result
      }
    })
  ),
  fc.integer({ min: -100, max: 4000 }).map(
    (ahead): Command => ({
      name: 'schedule',
      run: (session, now) => {
        const result = changeTimes(session, { started_at: new Date(now + ahead * 1000).toISOString() }, now)
        return result.ok && session.status === NotStarted ? allowed(scheduled(result.value)) : result
      }
    })
  )
)
const steps = fc.array(fc.tuple(fc.nat(1_200_000), command), { maxLength: 25 })

/**
 * Runs the commands as the server does, with `advance` before each. Calls `visit` with the states before and after
 * each.
 */
function play(
  list: readonly (readonly [number, Command])[],
  visit: (before: SessionState, after: SessionState, now: number, name: string, ok: boolean) => void
): void {
  let session = fresh
  let now = T0
  for (const [wait, { name, run }] of list) {
    now += wait
    const before = advance(session, now).session
    const result = run(before, now)
    session = result.ok ? result.value : before
    visit(before, session, now, name, result.ok)
  }
}

test('the status moves one step at a time, and back only by a reset', { tags: 'SES-059..SES-066' }, () => {
  fc.assert(
    fc.property(steps, list => {
      play(list, (before, after, _now, name) => {
        if (name === 'reset') expect(after.status).toBe(NotStarted)
        else expect(after.status - before.status).toBeOneOf([0, 1])
        if (after.status === Ended && before.status !== Ended) expect(name).toBe('end')
        if (after.status === Running && before.status === NotStarted) expect(name).toBe('start')
      })
    }),
    { seed: 80, numRuns: 150 }
  )
})

test('a running session has started and ends later, at most a month after its start', {
  tags: ['SES-071', 'SES-072']
}, () => {
  fc.assert(
    fc.property(steps, list => {
      play(list, (_before, after, now) => {
        if (after.status === NotStarted) return
        const startsAt = Date.parse(after.started_at ?? '')
        expect(startsAt).toBeLessThanOrEqual(now)
        const endAt = endsAt(after, now) ?? Number.NaN
        expect(endAt).toBeGreaterThanOrEqual(startsAt)
        expect(endAt).toBeLessThanOrEqual(startsAt + LONGEST * 1000)
        if (after.status === Ended) expect(endAt).toBeLessThanOrEqual(now)
        else expect(endAt).toBeGreaterThan(now)
      })
    }),
    { seed: 81, numRuns: 150 }
  )
})

test('remaining time is never negative', { tags: 'TMR-03' }, () => {
  fc.assert(
    fc.property(steps, fc.nat(5_000_000), (list, look) => {
      play(list, (_before, after, now) => {
        for (const moment of [now, now + look]) {
          const clock = readClock(after, moment)
          expect(clock.remaining ?? 0).toBeGreaterThanOrEqual(0)
          expect(clock.elapsed).toBeGreaterThanOrEqual(0)
          for (const part of clock.groups.flatMap(group => group.active)) {
            expect(part.remaining).toBeGreaterThan(0)
            expect(part.elapsed).toBeGreaterThanOrEqual(0)
          }
        }
      })
    }),
    { seed: 82, numRuns: 100 }
  )
})

test('commands on parts need a running session and change only its plan and end', {
  tags: ['D-94', 'D-98']
}, () => {
  fc.assert(
    fc.property(steps, list => {
      play(list, (before, after, _now, name, ok) => {
        if (!name.endsWith(' part')) return
        if (before.status !== Running) expect(ok).toBe(false)
        expect({ ...after, plan: null, ended_at: null }).toEqual({ ...before, plan: null, ended_at: null })
      })
    }),
    { seed: 83, numRuns: 150 }
  )
})

test('pausing and resuming at once changes nothing', { tags: 'D-94' }, () => {
  fc.assert(
    fc.property(steps, list => {
      play(list, (_before, after, now) => {
        for (const uuid of PARTS) {
          const paused = pausePart(after, uuid, now)
          if (!paused.ok) continue
          const going = resumePart(paused.value, uuid, now)
          if (!going.ok) throw new Error('resumePart refused a paused part')
          expect(readClock(going.value, now)).toEqual(readClock(after, now))
        }
      })
    }),
    { seed: 84, numRuns: 60 }
  )
})

test('a refused command does not change the session', { tags: ['D-74', 'D-82'] }, () => {
  fc.assert(
    fc.property(steps, list => {
      play(list, (before, after, _now, _name, ok) => {
        if (!ok) expect(after).toBe(before)
      })
    }),
    { seed: 85, numRuns: 100 }
  )
})

test('free places are never negative, and nobody joins twice', {
  tags: ['D-60', 'D-72', 'SES-084']
}, () => {
  const visit = fc.record({
    who: fc.nat(5),
    what: fc.constantFrom<'join' | 'leave' | 'remove'>('join', 'join', 'leave', 'remove'),
    code: fc.constantFrom(null, 'open', 'wrong')
  })
  const rooms = fc.record({
    participant_limit: fc.option(fc.nat(4)),
    needs_code: fc.constantFrom<0 | 1>(0, 1),
    status: fc.constantFrom(NotStarted, Running, Ended)
  })
  fc.assert(
    fc.property(rooms, fc.array(visit, { maxLength: 30 }), (room, visits) => {
      const inside = new Set<number>()
      const removed = new Set<number>()
      for (const { who, what, code } of visits) {
        const session: Joinable = { ...room, is_preset: 0, join_code: 'open', participants_count: inside.size }
        expect(spotsLeft(session) ?? 0).toBeGreaterThanOrEqual(0)
        if (what !== 'join') {
          inside.delete(who)
          if (what === 'remove') removed.add(who)
          continue
        }
        const check = joinCheck(session, { signedIn: true, joined: inside.has(who), removed: removed.has(who), code })
        if (room.status === Ended) expect(check).toMatchObject({ kind: 'conflict' })
        else if (inside.has(who)) expect(check).toBe('already')
        else if (removed.has(who)) expect(check).toMatchObject({ kind: 'forbidden' })
        if (check === null) {
          expect(room.needs_code === 0 || code === 'open').toBe(true)
          inside.add(who)
        }
        if (room.participant_limit !== null) expect(inside.size).toBeLessThanOrEqual(room.participant_limit)
      }
    }),
    { seed: 86, numRuns: 300 }
  )
})
