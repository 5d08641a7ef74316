import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from './example-plan.ts'
import type { Part, PartGroup, Plan } from './plan.ts'
import {
  beginPlan,
  clearPlan,
  driftOf,
  type Frame,
  groupEnd,
  keepRun,
  partSeconds,
  roundAfter,
  roundAt,
  roundsOf,
  withDates
} from './schedule.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString()
const frame = (now = 0, startsAt: number | null = 0): Frame => ({
  startsAt: startsAt === null ? null : T0 + startsAt * 1000,
  now: T0 + now * 1000,
  people: []
})
const seconds = (time: number | null | undefined) => (time == null ? null : (time - T0) / 1000)

type Parts = Parameters<typeof partsOf>[1]
function group(parts: Parts, settings: Parameters<typeof partsOf>[2] = {}): PartGroup {
  const made = planOf({ parts: [partsOf(1, parts, settings)] }).parts[0]
  if (!made) throw new Error('the plan must have a group')
  return made
}
const runs = (of: PartGroup, given: Frame) =>
  roundAt(of, given).runs.map(({ startsAt, endsAt }) => [seconds(startsAt), seconds(endsAt)])
function onlyPart(fields: Parts[number]): Part {
  const part = group([fields]).parts[0]
  if (!part) throw new Error('the group must have a part')
  return part
}

describe('the duration of a part', () => {
  const timers = [
    { uuid: uuidOf(7), duration: 20 },
    { uuid: uuidOf(8), duration: 10 }
  ]
  test.each([
    ['the typed duration', { duration: 90 }, 90],
    ['the typed duration, although it has timers', { duration: 90, timers }, 90],
    ['the sum of its timers', { is_interval: 1, is_custom_duration: 0, duration: 90, timers, sets: 2 }, 60],
    ['the typed duration of an interval', { is_interval: 1, is_custom_duration: 1, duration: 90, timers }, 90],
    [
      'the sum of its timers when the typed duration is 0',
      { is_interval: 1, is_custom_duration: 1, duration: 0, timers },
      30
    ],
    ['the typed duration of a part that is no interval', { is_custom_duration: 0, duration: 90, timers }, 90],
    ['0 for a part without a duration that is no interval', { duration: 0, timers }, 0],
    ['0 for an interval without timers', { is_interval: 1, is_custom_duration: 0, duration: 90 }, 0]
  ] as const)('%s', { tags: ['BLD-43', 'TMR-13', 'D-98'] }, (_, fields, expected) => {
    expect(partSeconds(onlyPart({ ...fields, timers: 'timers' in fields ? [...fields.timers] : [] }))).toBe(expected)
  })

  test('the sets of a part are rounds of turns, but those of an interval repeat its timers', {
    tags: ['BLD-94', 'D-93']
  }, () => {
    expect(roundsOf(onlyPart({ sets: 3 }))).toBe(3)
    expect(roundsOf(onlyPart({ sets: 3, is_interval: 1 }))).toBe(1)
  })
})

describe('when parts begin', () => {
  const second = (fields: object, first: object = {}) =>
    runs(group([{ ...first }, { duration: 30, ...fields }], { linked: 0 }), frame())[1]

  test.each([
    ['after the previous ends', { start_of: 'after_previous_ends' }, [60, 90]],
    ['some time after the previous ends', { start_of: 'after_previous_ends', time_from: 15 }, [75, 105]],
    ['before the previous ends', { start_of: 'before_previous_ends', time_from: 15 }, [45, 75]],
    ['never before the set itself begins', { start_of: 'before_previous_ends', time_from: 999 }, [0, 30]],
    ['after the previous starts', { start_of: 'after_previous_starts', time_from: 15 }, [15, 45]],
    ['at its own date', { relative_dates: 0, started_at: at(200) }, [200, 230]],
    ['at the start of the session when its date is earlier', { relative_dates: 0, started_at: at(-200) }, [0, 30]],
    ['at no known time when an absolute part has no date', { relative_dates: 0 }, [null, null]]
  ])('%s', { tags: ['BLD-44', 'BLD-45', 'D-91', 'BLD-46'] }, (_, fields, expected) => {
    expect(second(fields)).toEqual(expected)
  })

  test('a part after one without a date has no time either', { tags: 'D-91' }, () => {
    expect(second({}, { relative_dates: 0 })).toEqual([60, 90])
    const three = group([{}, { relative_dates: 0 }, {}], { linked: 0 })
    expect(runs(three, frame())[2]).toEqual([null, null])
  })

  test.each([
    ['an auto-started group begins with the session', {}, {}, 0],
    ['a group that waits has no time', { auto_start: 0 }, {}, null],
    ['a group that waits begins at the date of its first part', { auto_start: 0 }, { started_at: at(50) }, 50],
    ['an unlinked group begins the chosen time after the session', { linked: 0 }, { time_from: 40 }, 40],
    ['a linked group has no gap at its beginning', { linked: 1 }, { time_from: 40 }, 0],
    [
      'a first part that begins "before the previous ends" begins at once',
      { linked: 0 },
      { time_from: 40, start_of: 'before_previous_ends' },
      0
    ],
    ['a date before the session counts as the start of the session', { auto_start: 0 }, { started_at: at(-50) }, 0]
  ])('%s', { tags: ['BLD-48', 'D-92', 'SES-074', 'D-91', 'BLD-45'] }, (_, settings, first, start) => {
    expect(runs(group([first as Parts[number]], settings as object), frame())[0]?.[0]).toBe(start)
  })

  test('parts have no time while the start of the session is unknown', { tags: 'SES-073' }, () => {
    expect(runs(group([{}, {}]), frame(0, null))).toEqual([
      [null, null],
      [null, null]
    ])
  })

  test('parts follow each other by their order', { tags: 'BLD-55' }, () => {
    const placed = group([{ order: 2 }, { order: 1, duration: 10 }])
    expect(roundAt(placed, frame()).runs.map(run => [run.part.uuid, seconds(run.startsAt)])).toEqual([
      [uuidOf(101), 0],
      [uuidOf(100), 10]
    ])
  })
})

describe('sets of a group', () => {
  const three = group([{ duration: 10 }, { duration: 20 }], { sets: 3 })

  test.each([
    [-5, 1, 0],
    [0, 1, 0],
    [29, 1, 0],
    [30, 2, 30],
    [60, 3, 60],
    [90, 3, 60],
    [9999, 3, 60]
  ])('at %s s set %s runs, which began at %s s', { tags: 'BLD-73' }, (now, set, start) => {
    const round = roundAt(three, frame(now))
    expect([round.set, seconds(round.runs[0]?.startsAt)]).toEqual([set, start])
  })

  test('roundAfter gives the next set, and null after the last', { tags: 'BLD-73' }, () => {
    const first = roundAt(three, frame())
    expect(seconds(roundAfter(three, first, frame())?.runs[1]?.endsAt)).toBe(60)
    expect(roundAfter(three, roundAt(three, frame(70)), frame(70))).toBeNull()
    const waits = group([{}], { sets: 3, auto_start: 0 })
    expect(roundAfter(waits, roundAt(waits, frame()), frame())).toBeNull()
  })

  test('a dated part keeps its distance from the start of each set', { tags: 'BLD-73' }, () => {
    const dated = group([{ duration: 10 }, { relative_dates: 0, started_at: at(50), duration: 10 }], {
      sets: 2,
      linked: 0
    })
    expect(runs(dated, frame(70))).toEqual([
      [60, 70],
      [110, 120]
    ])
  })

  test('the end of a group is the end of its last set, at any time', { tags: 'BLD-73' }, () => {
    const parts = fc.array(fc.record({ duration: fc.nat(50), time_from: fc.nat(20) }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom<0 | 1>(0, 1),
        fc.nat(900),
        (list, sets, linked, now) => {
          const made = group(list, { sets, linked })
          expect(groupEnd(made, frame(now))).toBe(groupEnd(made, frame(-1)))
          const last = roundAt(made, frame(99_999))
          expect(groupEnd(made, frame(now))).toBe(last.endsAt)
        }
      ),
      { seed: 100, numRuns: 200 }
    )
  })
})

describe('dates written into a plan', () => {
  const dates = (plan: Pick<Plan, 'parts'>) =>
    plan.parts.map(({ parts }) => parts.map(part => [part.started_at, part.ended_at]))
  const PLAN = planOf({
    parts: [
      partsOf(1, [{}, { duration: 30 }]),
      partsOf(2, [{ relative_dates: 0, started_at: at(300) }, { time_from: 5 }], { linked: 0, auto_start: 0 }),
      partsOf(3, [{}], { auto_start: 0 })
    ]
  })
  const WITH_DATES = [
    [
      [at(0), at(60)],
      [at(60), at(90)]
    ],
    [
      [at(300), at(360)],
      [at(365), at(425)]
    ],
    [[null, null]]
  ]

  test('beginPlan writes dates counted from the start of the session', { tags: 'SES-073..SES-075' }, () => {
    expect(dates(beginPlan(PLAN, T0, []))).toEqual(WITH_DATES)
  })

  test('writing the dates again, or later, changes nothing', { tags: 'D-91' }, () => {
    const once = withDates(PLAN, frame())
    expect(withDates(once, frame())).toEqual(once)
    expect(dates(withDates(once, frame(70)))).toEqual(WITH_DATES)
  })

  test('another start moves all dates except the typed ones', { tags: 'D-91' }, () => {
    const moved = withDates(withDates(PLAN, frame()), frame(100, 100))
    expect(dates(moved)[0]).toEqual([
      [at(100), at(160)],
      [at(160), at(190)]
    ])
    expect(dates(moved)[1]).toEqual(WITH_DATES[1])
  })

  test('clearPlan clears all dates and run facts', { tags: 'D-78' }, () => {
    const cleared = clearPlan(beginPlan(PLAN, T0, []))
    expect(dates(cleared).flat(2).filter(Boolean)).toEqual([])
    for (const part of cleared.parts.flatMap(({ parts }) => parts)) {
      expect(part).toMatchObject({ pinned: 0, paused_at: null, completed_at: null, turns: null })
    }
  })
})

describe('run facts of a plan', () => {
  const RUN = { pinned: 1, started_at: at(5), completed_at: at(9), paused_at: null, turns: null }
  const stored = planOf({ parts: [partsOf(1, [RUN, { paused_at: at(7), pinned: 1, started_at: at(6) }])] })

  test('a save can neither add nor change run facts', { tags: 'BLD-63' }, () => {
    const sent = planOf({
      parts: [
        partsOf(1, [{ pinned: 3, started_at: at(99), paused_at: at(99) }, {}, { pinned: 2, completed_at: at(1) }])
      ]
    })
    const kept = keepRun(sent, stored).parts[0]?.parts ?? []
    expect(kept[0]).toMatchObject(RUN)
    expect(kept[1]).toMatchObject({ pinned: 1, started_at: at(6), paused_at: at(7) })
    expect(kept[2]).toMatchObject({ pinned: 0, completed_at: null })
  })

  test('a save can change planned fields', { tags: 'BLD-63' }, () => {
    const sent = planOf({ parts: [partsOf(1, [{ title: 'New', duration: 7 }])] })
    expect(keepRun(sent, stored).parts[0]?.parts[0]).toMatchObject({ title: 'New', duration: 7, started_at: at(5) })
    const free = keepRun(planOf({ parts: [partsOf(2, [{ relative_dates: 0, started_at: at(80) }])] }), stored)
    expect(free.parts[0]?.parts[0]?.started_at).toBe(at(80))
  })

  test.each([
    ['from the moment it was paused', { pinned: 1, paused_at: at(10) }, 1, 25_000],
    ['not before it was paused', { pinned: 1, paused_at: at(90) }, 1, 0],
    ['in its own set only', { pinned: 1, paused_at: at(10) }, 2, 0],
    ['no longer once it was completed', { pinned: 1, paused_at: at(10), completed_at: at(20) }, 1, 0],
    ['not while it runs', { pinned: 1 }, 1, 0]
  ])('a part drifts %s', { tags: 'TMR-05' }, (_, fields, set, ms) => {
    expect(driftOf(onlyPart(fields), set, T0 + 35_000)).toBe(ms)
  })
})
