import { describe, expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Stay } from '../activities/turns.ts'
import type { Result } from '../lib/result.ts'
import { readClock } from './clock.ts'
import { completePart, movePart, pausePart, SKIP_UNDO_MS, skipPart, startPart } from './parts.ts'
import { extendedPart, extendSession, pauseSession } from './pause.ts'
import { advance, begin, end, reset, type SessionState } from './session.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const ms = (seconds: number) => T0 + seconds * 1000
const [WARM_UP, DRAW, SHOW] = [100, 101, 102].map(uuidOf) as [string, string, string]

type Groups = Parameters<typeof planOf>[0]['parts']

/** An hour with three linked parts of 100, 200 and 50 s. */
function running(parts: Groups = [partsOf(1, [{ duration: 100 }, { duration: 200 }, { duration: 50 }])]): SessionState {
  const plan = planOf({ parts })
  return begin({ status: 0, started_at: null, ended_at: null, duration: 3600, is_manually_started: 1, plan }, T0)
}

function value<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}
const seconds = (date: string | null) => (date === null ? null : (Date.parse(date) - T0) / 1000)
const runs = (session: SessionState, at: number) =>
  readClock(session, ms(at)).groups.flatMap(group => group.active.map(part => [part.uuid, part.remaining]))

describe('a skip', { tags: 'D-94' }, () => {
  test('begins the next part at once, and the session ends with its last part', () => {
    const skipped = value(skipPart(running(), WARM_UP, ms(40)))
    expect(runs(skipped, 40)).toEqual([[DRAW, 200]])
    expect(seconds(skipped.ended_at)).toBe(290)
    expect(runs(skipped, 260)).toEqual([[SHOW, 30]])
    expect(advance(skipped, ms(290)).session.status).toBe(2)
    // The planned duration does not change.
    expect(skipped.duration).toBe(3600)
  })

  test('of the last part but one begins the last part', () => {
    const skipped = value(skipPart(running(), DRAW, ms(120)))
    expect([runs(skipped, 120), seconds(skipped.ended_at)]).toEqual([[[SHOW, 50]], 170])
  })

  test('begins the next set of its group', () => {
    const twice = running([partsOf(1, [{ duration: 100 }], { sets: 3 })])
    const skipped = value(skipPart(twice, WARM_UP, ms(40), [], 1))
    expect(readClock(skipped, ms(41)).groups[0]).toMatchObject({ set: 2, active: [{ remaining: 99 }] })
    expect(seconds(skipped.ended_at)).toBe(240)
    // The same press again, in another tab or as a retry.
    expect(value(skipPart(skipped, WARM_UP, ms(41), [], 1))).toBe(skipped)
    const second = value(skipPart(skipped, WARM_UP, ms(42), [], 2))
    expect(readClock(second, ms(42)).groups[0]).toMatchObject({ set: 3, active: [{ remaining: 100 }] })
    expect(value(skipPart(second, WARM_UP, ms(43), [], 1))).toBe(second)
  })

  test('of a paused part ends its pause', () => {
    const paused = value(pausePart(running(), WARM_UP, ms(10)))
    const skipped = value(skipPart(paused, WARM_UP, ms(500)))
    expect([runs(skipped, 500), seconds(skipped.ended_at)]).toEqual([[[DRAW, 200]], 750])
  })

  test('of a part with turns ends its turns', () => {
    const people: Stay[] = ['ada', 'bob'].map(username => ({ username, joined: -Infinity, left: Infinity }))
    const turns = running([partsOf(1, [{ duration: 100, per_participant: 1 }, { duration: 200 }])])
    const skipped = value(skipPart(turns, WARM_UP, ms(150), people))
    expect(readClock(skipped, ms(150), people).groups[0]?.active).toMatchObject([{ uuid: DRAW, remaining: 200 }])
    const back = value(movePart(skipped, WARM_UP, 'takeBack', ms(160), people))
    expect(readClock(back, ms(160), people).groups[0]?.active).toMatchObject([
      { turn: { username: 'bob', remaining: 40 } }
    ])
  })

  test('never moves the end later, and never in a session that lasts for days', () => {
    const short = { ...running(), ended_at: new Date(ms(200)).toISOString() }
    expect(value(skipPart(short, WARM_UP, ms(40))).ended_at).toBe(short.ended_at)
    const days = { ...running(), ended_at: new Date(ms(30 * 86_400)).toISOString() }
    expect(value(skipPart(days, WARM_UP, ms(40))).ended_at).toBe(days.ended_at)
  })

  test('does not move the end while a part waits for the host', () => {
    const session = running([
      partsOf(1, [{ duration: 100 }, { duration: 200 }]),
      partsOf(2, [{ duration: 60 }], { auto_start: 0 })
    ])
    expect(seconds(value(skipPart(session, WARM_UP, ms(40))).ended_at)).toBe(3600)
  })

  test.each<[string, SessionState, string, number, string]>([
    ['a part that waits', running(), SHOW, 10, 'This part isn’t running.'],
    ['the last part', running(), SHOW, 310, 'This is the last part. End the session instead.'],
    [
      'a paused session',
      value(pauseSession(running(), ms(5))),
      WARM_UP,
      10,
      'This session is paused. Resume it first.'
    ],
    ['an ended session', value(end(running(), ms(5))), WARM_UP, 10, 'This session isn’t in progress.']
  ])('of %s is refused', (_, session, uuid, at, message) => {
    expect(skipPart(session, uuid, ms(at))).toMatchObject({ ok: false, refusal: { kind: 'conflict', message } })
  })
})

describe('undoing a skip', { tags: 'D-94' }, () => {
  const back = (session: SessionState, at: number) => movePart(session, WARM_UP, 'takeBack', ms(at))

  test('restores the part, including the time since, and the end of the session', () => {
    const session = running()
    const skipped = value(skipPart(session, WARM_UP, ms(40)))
    const again = value(back(skipped, 50))
    expect([runs(again, 50), again.ended_at]).toEqual([[[WARM_UP, 50]], session.ended_at])
    expect(runs(again, 150)).toEqual([[DRAW, 150]])
    expect(again.plan.parts[0]?.parts[0]).not.toHaveProperty('skipped')
    expect(back(again, 51)).toMatchObject({ ok: false, refusal: { message: 'This part wasn’t skipped.' } })
  })

  test('is refused after half a minute and after another command', () => {
    const skipped = value(skipPart(running(), WARM_UP, ms(40)))
    const late = { ok: false, refusal: { kind: 'conflict', message: 'It’s too late to undo this.' } }
    expect(back(skipped, 40 + SKIP_UNDO_MS / 1000 + 1)).toMatchObject(late)
    const moved = { ok: false, refusal: { kind: 'conflict', message: expect.stringContaining('changed since') } }
    expect(back(value(pausePart(skipped, DRAW, ms(45))), 50)).toMatchObject(moved)
    expect(back(value(extendSession(skipped, 60, ms(45))), 50)).toMatchObject(moved)
    expect(back(value(skipPart(skipped, DRAW, ms(45))), 50)).toMatchObject(moved)
  })

  test('is not possible after a reset', () => {
    const skipped = value(skipPart(running(), WARM_UP, ms(40)))
    const again = begin(reset(skipped, ms(60)), ms(100))
    expect(again.plan.parts[0]?.parts[0]).not.toHaveProperty('skipped')
    expect(seconds(again.ended_at)).toBe(3700)
  })
})

test('starting a later part or completing one early moves the end too', { tags: ['D-94', 'D-98'] }, () => {
  expect(seconds(value(startPart(running(), SHOW, ms(40))).ended_at)).toBe(90)
  const early = running([partsOf(1, [{ duration: 100, can_complete: 1 }, { duration: 200 }])])
  expect(seconds(value(completePart(early, WARM_UP, ms(40))).ended_at)).toBe(240)
  // Completing the last part does not move the end: the host ends the session or gives it more time.
  const last = value(startPart(running([partsOf(1, [{ duration: 100, can_complete: 1 }])]), WARM_UP, ms(200)))
  expect(seconds(value(completePart(last, WARM_UP, ms(210))).ended_at)).toBe(300)
})

test('extendedPart names the part that gets more time', { tags: 'D-94' }, () => {
  expect(extendedPart(running(), ms(10))?.uuid).toBe(WARM_UP)
  expect(extendedPart(running(), ms(400))).toBeNull()
  expect(extendedPart(running([partsOf(1, [{ per_participant: 1 }])]), ms(10))).toBeNull()
})
