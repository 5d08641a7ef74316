import { describe, expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Stay } from '../activities/turns.ts'
import type { Result } from '../lib/result.ts'
import { completePart, extendPart, pausePart, resumePart, runningParts, startPart } from './parts.ts'
import { begin, end, type SessionState } from './session.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const ms = (seconds: number) => T0 + seconds * 1000
const [WARM_UP, SPRINT, REST] = [uuidOf(100), uuidOf(101), uuidOf(102)]
const ALONE = uuidOf(200)
const EVERYBODY: Stay[] = [{ username: 'ada', joined: ms(-10), left: Number.POSITIVE_INFINITY }]

/** An hour with a linked warm-up, sprint and rest of a minute each, and another group with a part of 90 seconds. */
function running(warmUp: object = {}): SessionState {
  const parts = [partsOf(1, [{ can_complete: 1, ...warmUp }, {}, {}]), partsOf(2, [{ duration: 90 }])]
  const plan = planOf({ parts })
  return begin({ status: 0, started_at: null, ended_at: null, duration: 3600, is_manually_started: 1, plan }, T0)
}

function value<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}

/** Returns the uuids of running parts and the seconds at which they end. */
const runsAt = (session: SessionState, seconds: number) =>
  runningParts(session, ms(seconds), []).map(({ part, endsAt }) => [
    part.uuid,
    endsAt === null ? null : (endsAt - T0) / 1000
  ])

describe('runningParts', () => {
  test.each<[number, [string, number][]]>([
    [
      0,
      [
        [WARM_UP, 60],
        [ALONE, 90]
      ]
    ],
    [
      60,
      [
        [ALONE, 90],
        [SPRINT, 120]
      ]
    ],
    [90, [[SPRINT, 120]]],
    [179.9, [[REST, 180]]],
    [180, []]
  ])('lists the parts that run at %s s, the first to end in front', { tags: 'TMR-04' }, (seconds, parts) => {
    expect(runsAt(running(), seconds)).toEqual(parts)
  })

  test('is empty before the session starts', { tags: 'TMR-04' }, () => {
    expect(runsAt({ ...running(), started_at: null }, 10)).toEqual([])
  })

  test('includes a paused part, whose end moves', { tags: 'D-94' }, () => {
    const paused = value(pausePart(running(), WARM_UP, ms(20)))
    expect(runsAt(paused, 80)).toContainEqual([WARM_UP, 120])
  })
})

describe('extendPart', () => {
  test('delays the part and those after it, but not other groups', { tags: 'D-94' }, () => {
    const longer = value(extendPart(running(), WARM_UP, 30, ms(40)))
    expect(runsAt(longer, 80)).toEqual([
      [WARM_UP, 90],
      [ALONE, 90]
    ])
    expect(runsAt(longer, 100)).toEqual([[SPRINT, 150]])
    expect(runsAt(longer, 200)).toEqual([[REST, 210]])
  })

  test('adds up when it is called twice', { tags: 'D-94' }, () => {
    const once = value(extendPart(running(), WARM_UP, 30, ms(40)))
    expect(runsAt(value(extendPart(once, WARM_UP, 30, ms(70))), 100)).toContainEqual([WARM_UP, 120])
  })

  test('extends a paused part too', { tags: 'D-94' }, () => {
    const longer = value(extendPart(value(pausePart(running(), WARM_UP, ms(20))), WARM_UP, 30, ms(50)))
    expect(runsAt(value(resumePart(longer, WARM_UP, ms(60))), 60)).toContainEqual([WARM_UP, 130])
  })

  test('does not apply when the part is started again', { tags: 'D-94' }, () => {
    const longer = value(extendPart(running(), WARM_UP, 30, ms(40)))
    const again = value(startPart(value(completePart(longer, WARM_UP, ms(50))), WARM_UP, ms(100)))
    expect(runsAt(again, 100)).toContainEqual([WARM_UP, 160])
  })

  test.each<[string, SessionState, string, object]>([
    ['a part that waits', running(), SPRINT, { kind: 'conflict', message: 'This part isn’t running.' }],
    ['a part with turns', running({ per_participant: 1 }), WARM_UP, { message: 'This part isn’t running.' }],
    ['an unknown part', running(), uuidOf(9), { kind: 'notFound', message: 'There’s no such part.' }],
    [
      'a part of a session that ended',
      value(end(running(), ms(10))),
      WARM_UP,
      { kind: 'conflict', message: 'This session isn’t in progress.' }
    ]
  ])('refuses %s', { tags: 'D-94' }, (_, session, uuid, refusal) => {
    expect(extendPart(session, uuid, 30, ms(20), EVERYBODY)).toMatchObject({ ok: false, refusal })
  })

  test('refuses a part that’s over', { tags: 'D-94' }, () => {
    expect(extendPart(running(), WARM_UP, 30, ms(60))).toMatchObject({ ok: false })
    const early = value(completePart(running(), WARM_UP, ms(30)))
    expect(extendPart(early, WARM_UP, 30, ms(31))).toMatchObject({ ok: false })
  })
})
