import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan as planShape } from '../activities/plan.ts'
import { lengthError } from './length.ts'
import {
  advance,
  begin,
  end,
  endsAt,
  isAbandoned,
  LONGEST_WAIT,
  mayCancel,
  reset,
  type SessionState,
  scheduled,
  start
} from './session.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString()
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function session(changes: Partial<SessionState> = {}, groups: z.input<typeof planShape>['parts'] = []): SessionState {
  const parsed = z.parse(planShape, { parts: groups })
  return {
    status: 0,
    started_at: null,
    ended_at: null,
    duration: 3600,
    is_manually_started: 1,
    plan: parsed,
    ...changes
  }
}

const group = (n: number, rest: object, parts: object[]) => ({
  uuid: id(n),
  ...rest,
  parts: parts.map((part, index) => ({ uuid: id(n * 100 + index), duration: 60, ...part }))
})

describe('starting by hand', { tags: 'SES-067' }, () => {
  test.each([
    ['waits for its host', session(), true],
    ['has a start time', session({ started_at: at(60) }), false],
    ['is not started by hand', session({ is_manually_started: 0 }), false],
    ['runs', session({ status: 1 }), false],
    ['ended', session({ status: 2 }), false]
  ])('a session that %s', { tags: 'SES-067' }, (_, state, starts) => {
    const outcome = start(state, T0)
    expect(outcome.ok).toBe(starts)
    if (!outcome.ok) {
      expect(outcome.refusal).toMatchObject({ kind: 'conflict', errors: [expect.any(String)] })
    }
  })

  test('sets the start to now and the end by the duration', { tags: ['SES-071', 'SES-072'] }, () => {
    expect(begin(session(), T0)).toMatchObject({ status: 1, started_at: at(0), ended_at: at(3600) })
    expect(begin(session({ started_at: at(-90) }), T0)).toMatchObject({ started_at: at(-90), ended_at: at(3510) })
  })

  test('the first part of an auto-started group starts and the following dates are recalculated', {
    tags: ['SES-073', 'SES-075']
  }, () => {
    const { plan } = begin(session({}, [group(1, {}, [{}, { duration: 30 }, {}])]), T0)
    expect(plan.parts[0]?.parts.map(part => [part.started_at, part.ended_at])).toEqual([
      [at(0), at(60)],
      [at(60), at(90)],
      [at(90), at(150)]
    ])
  })

  test('a group without auto start begins at its own date or waits for the host', {
    tags: 'SES-074'
  }, () => {
    const own = group(1, { auto_start: 0 }, [{ relative_dates: 0, started_at: at(120) }, {}])
    const { plan } = begin(session({}, [own, group(2, { auto_start: 0 }, [{}, {}])]), T0)
    expect(plan.parts.map(({ parts }) => parts.map(part => part.started_at))).toEqual([
      [at(120), at(180)],
      [null, null]
    ])
  })

  test('clears run facts', { tags: 'SES-075' }, () => {
    const old = { pinned: 1, started_at: at(-999), paused_at: at(-990), completed_at: at(-980) }
    const { plan } = begin(session({}, [group(1, {}, [old, {}])]), T0)
    expect(plan.parts[0]?.parts[0]).toMatchObject({ started_at: at(0), paused_at: null, completed_at: null, pinned: 0 })
  })
})

describe('advance', { tags: ['SES-065', 'SES-066'] }, () => {
  const waits = session({ started_at: at(100), is_manually_started: 0 })

  test.each([
    ['before the start', 99, 0, []],
    ['at the start', 100, 1, ['sessionStarted']],
    ['before the end', 3699, 1, ['sessionStarted']],
    ['at the end', 3700, 2, ['sessionStarted', 'sessionEnded']],
    ['far too late', 9_999_999, 2, ['sessionStarted', 'sessionEnded']]
  ])('%s', { tags: ['SES-065', 'SES-066'] }, (_, seconds, status, kinds) => {
    const { session: next, events } = advance(waits, T0 + seconds * 1000)
    expect([next.status, events.map(event => event.kind)]).toEqual([status, kinds])
    if (status > 0) expect(next).toMatchObject({ started_at: at(100), ended_at: at(3700) })
  })

  test('calling it again changes nothing', { tags: 'SES-065' }, () => {
    const once = advance(waits, T0 + 200_000).session
    const again = advance(once, T0 + 200_000)
    expect(again.session).toBe(once)
    expect(again.events).toEqual([])
  })

  test('calling it in between gives the same as calling it once at the end', { tags: 'SES-065' }, () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8000), { maxLength: 8 }), fc.nat(8000), (looks, last) => {
        let state = waits
        for (const look of [...looks.filter(look => look <= last).sort((a, b) => a - b), last]) {
          state = advance(state, T0 + look * 1000).session
        }
        expect(state).toEqual(advance(waits, T0 + last * 1000).session)
      }),
      { seed: 30, numRuns: 200 }
    )
  })

  test('a session does not end while a linked part is paused, at most a month from its start', { tags: 'D-94' }, () => {
    const paused = begin(session({}, [group(1, {}, [{ duration: 600 }])]), T0)
    const part = paused.plan.parts[0]?.parts[0]
    if (part) Object.assign(part, { pinned: 1, paused_at: at(100) })
    expect(advance(paused, T0 + 1_000_000_000).session.status).toBe(1)
    expect(advance(paused, T0 + 2_592_000_000).session).toMatchObject({ status: 2, ended_at: at(2_592_000) })
  })
})

test('only a running session can be ended, at once', { tags: 'D-74' }, () => {
  expect(end(session(), T0).ok).toBe(false)
  expect(end(session({ status: 2 }), T0).ok).toBe(false)
  expect(end(begin(session(), T0), T0 + 5000)).toMatchObject({ ok: true, value: { status: 2, ended_at: at(5) } })
})

describe('reset', { tags: 'D-78' }, () => {
  const run = begin(session({}, [group(1, {}, [{}, {}])]), T0)

  test('clears the times of session and parts, so that it can be started again', { tags: 'D-78' }, () => {
    const again = reset(run, T0 + 5000)
    expect(again).toMatchObject({ status: 0, started_at: null, ended_at: null })
    expect(again.plan.parts[0]?.parts.map(part => [part.started_at, part.ended_at])).toEqual([
      [null, null],
      [null, null]
    ])
    expect(start(again, T0 + 9000).ok).toBe(true)
  })

  test('keeps a scheduled start in the future', { tags: 'D-78' }, () => {
    const waits = scheduled(session({ started_at: at(500) }, [group(1, {}, [{}, {}])]))
    expect(reset(waits, T0)).toMatchObject({ status: 0, started_at: at(500), ended_at: at(4100) })
    expect(reset(waits, T0)).toEqual({ ...waits, paused_at: null, paused_seconds: 0 })
  })
})

test.each([
  [299, false],
  [300, true],
  [2_592_000, true],
  [2_592_001, false],
  [300.5, false]
])('a session of %s s is allowed: %s', { tags: ['SES-002', 'SES-003'] }, (duration, allowed) => {
  expect(lengthError(duration)).toBe(allowed ? null : 'The session must last between 5 minutes and 1 month.')
})

test('a running session without an end never ends; a waiting one ends by its duration', {
  tags: 'D-122'
}, () => {
  const endless = session({ status: 1, started_at: at(0), ended_at: null })
  expect(advance(endless, T0 + 366 * 86_400_000)).toEqual({ session: endless, events: [] })
  expect(endsAt(endless, T0)).toBeNull()
  expect(endsAt(session({ started_at: at(0) }), T0)).toBe(T0 + 3600_000)
})

describe('cancelling', { tags: 'D-139' }, () => {
  test('only a waiting session can be cancelled', () => {
    expect(mayCancel({ status: 0 })).toEqual({ ok: true, value: true })
    expect(mayCancel({ status: 1 })).toMatchObject({
      refusal: { kind: 'conflict', message: expect.stringContaining('End it instead') }
    })
    expect(mayCancel({ status: 2 })).toMatchObject({
      refusal: { kind: 'conflict', message: 'This session has ended.' }
    })
  })

  const waiting = { status: 0 as const, startsAt: null, changedAt: T0, participants_count: 1, is_preset: false }
  test.each([
    ['that waits for its host for less than 30 days stays', waiting, LONGEST_WAIT - 1, false],
    ['that waits for its host for 30 days is abandoned', waiting, LONGEST_WAIT, true],
    [
      'that has a start in the distant future stays',
      { ...waiting, startsAt: T0 + 2 * LONGEST_WAIT },
      LONGEST_WAIT,
      false
    ],
    ['without members is abandoned at once', { ...waiting, startsAt: T0 + 1, participants_count: 0 }, 0, true],
    ['that runs without members stays', { ...waiting, status: 1 as const, participants_count: 0 }, LONGEST_WAIT, false],
    ['that is a template stays', { ...waiting, is_preset: true, participants_count: 0 }, LONGEST_WAIT, false]
  ])('a session %s', (_, state, after, expected) => {
    expect(isAbandoned(state, T0 + after)).toBe(expected)
  })
})
