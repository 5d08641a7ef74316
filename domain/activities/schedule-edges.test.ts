/** The edges of the schedule: sets with turns, dated parts in later sets, and dates that stay or are computed again. */
import { describe, expect, test } from 'vitest'
import { partsOf, planOf } from './example-plan.ts'
import type { PartGroup } from './plan.ts'
import { beginPlan, type Frame, keepRun, roundAfter, roundAt, turnsBegun, withDates } from './schedule.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString()
const frame = (now = 0, people: Frame['people'] = []): Frame => ({ startsAt: T0, now: T0 + now * 1000, people })
const seconds = (time: number | string | null | undefined) =>
  time == null ? null : ((typeof time === 'string' ? Date.parse(time) : time) - T0) / 1000

function group(parts: Parameters<typeof partsOf>[1], settings: Parameters<typeof partsOf>[2] = {}): PartGroup {
  const made = planOf({ parts: [partsOf(1, parts, settings)] }).parts[0]
  if (!made) throw new Error('the plan must have a group')
  return made
}
const startsIn = (of: PartGroup, now: number) => {
  const { set, runs } = roundAt(of, frame(now))
  return [set, ...runs.map(({ startsAt }) => seconds(startsAt))]
}

describe('sets with turns', { tags: ['BLD-73', 'D-93'] }, () => {
  const always = { joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
  const turns = group([{ duration: 10, per_participant: 1 }], { sets: 5 })
  const setAt = (now: number, people: Frame['people']) => {
    const { set, endsAt } = roundAt(turns, frame(now, people))
    return [set, seconds(endsAt)]
  }

  test('a set is shorter from when someone has left', () => {
    const people = [
      { username: 'ada', ...always },
      { username: 'bob', ...always, left: T0 + 50_000 }
    ]
    expect([15, 25, 45, 55, 65].map(now => setAt(now, people))).toEqual([
      [1, 20],
      [2, 40],
      [3, 50],
      [4, 60],
      [5, 70]
    ])
  })

  test('a set with turns and another part is shorter from when someone has left', () => {
    const mixed = group([{ duration: 10, per_participant: 1 }, { duration: 5 }], { sets: 5 })
    const people = [
      { username: 'ada', ...always },
      { username: 'bob', ...always, left: T0 + 50_000 }
    ]
    expect(roundAt(mixed, frame(66, people))).toMatchObject({ set: 4, endsAt: T0 + 80_000 })
  })

  test('sets in which nobody is present are over at once', () => {
    expect(setAt(1, [])).toEqual([5, 0])
  })

  test('sets without turns do not depend on people who come and go', () => {
    const plain = group([{ duration: 10 }], { sets: 1000 })
    const people = [{ username: 'ada', joined: T0 + 9_000_000, left: Number.POSITIVE_INFINITY }]
    expect(roundAt(plain, frame(5005, people))).toMatchObject({ set: 501, endsAt: T0 + 5_010_000 })
  })
})

describe('a set without a known end', { tags: ['BLD-73', 'D-91'] }, () => {
  const undated = { relative_dates: 0 } as const

  test.each([
    ['a group that waits for the host', group([{}], { sets: 3, auto_start: 0 })],
    ['a group with a part without a date', group([{}, undated], { sets: 3, linked: 0 })],
    [
      'a group in which such a part is not the last',
      group([{}, undated, { ...undated, started_at: at(9) }], { linked: 0 })
    ]
  ])('never leads to the next set (%s)', (_, waits) => {
    expect(roundAt(waits, frame(1000))).toMatchObject({ set: 1, endsAt: null })
  })

  test('a dated part has no time in a later set that began at an unknown time', () => {
    const started = { pinned: 2, started_at: at(500) } as const
    const settings = { linked: 0, auto_start: 0, sets: 2 } as const
    expect(startsIn(group([{}, started, { ...undated, started_at: at(300) }], settings), 510)).toEqual([
      2,
      null,
      500,
      null
    ])
  })
})

test('a set ends with the part that ends last', { tags: 'BLD-73' }, () => {
  const overlapping = group([{ duration: 100 }, { duration: 10, start_of: 'after_previous_starts' }], {
    linked: 0,
    sets: 2
  })
  expect(roundAt(overlapping, frame(50))).toMatchObject({ set: 1, endsAt: T0 + 100_000 })
})

test('a part that was completed in a pause is not paused', { tags: ['D-94', 'D-98'] }, () => {
  const facts = { pinned: 1, started_at: at(0), paused_at: at(10), completed_at: at(20) } as const
  const [run, next] = roundAt(group([facts, {}]), frame(30)).runs
  expect(run).toMatchObject({ endsAt: T0 + 20_000, pausedAt: null, drifts: false })
  expect(next).toMatchObject({ startsAt: T0 + 20_000, drifts: false })
})

test('turns that nothing stored begin with the part, and nobody has had one', { tags: 'D-93' }, () => {
  const [part] = group([{ per_participant: 1 }]).parts
  if (!part) throw new Error('the group must have a part')
  expect(turnsBegun({ part, set: 1, startsAt: T0 }, 5000)).toEqual({ round: 1, done: [], at: T0 })
})

describe('dated parts in later sets', { tags: 'BLD-73' }, () => {
  const second = { duration: 60, relative_dates: 0, started_at: at(200) } as const
  const settings = { linked: 0, sets: 3 } as const

  test('keep their distance from a dated first part', () => {
    const dated = group([{ duration: 60, relative_dates: 0, started_at: at(100) }, second], settings)
    expect(startsIn(dated, 0)).toEqual([1, 100, 200])
    expect(startsIn(dated, 270)).toEqual([2, 260, 360])
  })

  test('keep their distance from the start of the session if the first part is relative', () => {
    const relative = group([{ duration: 60, relative_dates: 1, started_at: at(100) }, second], settings)
    expect(startsIn(relative, 0)).toEqual([1, 0, 200])
    expect(startsIn(relative, 270)).toEqual([2, 260, 460])
  })

  test('keep their distance from a first part that a host started', () => {
    const pinned = group([{ duration: 60, relative_dates: 1, started_at: at(30), pinned: 1 }, second], settings)
    expect(startsIn(pinned, 0)).toEqual([1, 30, 200])
    expect(startsIn(pinned, 270)).toEqual([2, 260, 430])
  })

  test('begin with the set if their date is before the first part', () => {
    const early = group(
      [
        { duration: 60, relative_dates: 0, started_at: at(100) },
        { ...second, started_at: at(50) }
      ],
      settings
    )
    expect(startsIn(early, 170)).toEqual([2, 160, 160])
  })
})

describe('dates written into a plan', { tags: 'D-91' }, () => {
  const written = (of: PartGroup, now = 0) =>
    withDates({ parts: [of] }, frame(now)).parts[0]?.parts.map(part => [
      seconds(part.started_at),
      seconds(part.ended_at)
    ])
  const typed = { duration: 60, relative_dates: 0, started_at: at(100) } as const

  test('a typed date stays where the part begins at it, and is computed again in a linked group', () => {
    expect(written(group([{ duration: 60 }, typed], { linked: 0 }))).toEqual([
      [0, 60],
      [100, 160]
    ])
    expect(written(group([{ duration: 60 }, typed], { linked: 1 }))).toEqual([
      [0, 60],
      [60, 120]
    ])
  })

  test('the date of a relative first part is computed again if the group starts with the session', () => {
    const first = { duration: 60, relative_dates: 1, started_at: at(100) } as const
    expect(written(group([first]))).toEqual([[0, 60]])
    expect(written(group([first], { auto_start: 0 }))).toEqual([[100, 160]])
    expect(written(group([typed]))).toEqual([[100, 160]])
  })

  test('a typed date before the start of the session stays, and the part begins with the session', () => {
    const before = { ...typed, started_at: at(-50) }
    expect(written(group([before]))).toEqual([[-50, 60]])
    expect(written(group([{ duration: 60 }, before], { linked: 0 }))).toEqual([
      [0, 60],
      [-50, 60]
    ])
  })

  test('the date of a relative part is computed again', () => {
    const stale = { duration: 60, started_at: at(999), relative_dates: 1 } as const
    expect(written(group([{ duration: 60 }, stale], { linked: 0 }))).toEqual([
      [0, 60],
      [60, 120]
    ])
  })

  test('the end of a part that a host started is computed again', () => {
    const pinned = { duration: 60, pinned: 1, started_at: at(10), ended_at: at(11) } as const
    expect(written(group([pinned]), 20)).toEqual([[10, 70]])
  })

  test('a new start forgets when a host started a part', () => {
    const waits = group([{ duration: 60, pinned: 1, started_at: at(10) }], { auto_start: 0 })
    expect(beginPlan({ parts: [waits] }, T0, []).parts[0]?.parts[0]).toMatchObject({ started_at: null, ended_at: null })
  })

  test('the facts of an earlier set stay', () => {
    const pinned = { duration: 60, pinned: 1, started_at: at(10), ended_at: at(70) } as const
    expect(written(group([pinned], { sets: 3 }), 100)).toEqual([[10, 70]])
  })
})

test('parts are laid by their order, also in the next set', { tags: 'BLD-55' }, () => {
  const mixed = group(
    [
      { duration: 10, order: 2 },
      { duration: 20, order: 1 },
      { duration: 30, order: 3 }
    ],
    { sets: 2 }
  )
  const next = roundAfter(mixed, roundAt(mixed, frame()), frame())
  expect(startsIn(mixed, 0)).toEqual([1, 0, 20, 30])
  expect(next?.runs.map(({ startsAt }) => seconds(startsAt))).toEqual([60, 80, 90])
})

test('a save keeps the time that a host added, and what a skip remembers', { tags: 'BLD-63' }, () => {
  const skipped = { at: at(5), ended_at: null } as never
  const stored = { parts: [group([{ duration: 60 }])] }
  const [part] = stored.parts[0]?.parts ?? []
  Object.assign(part ?? {}, { extra: 30, skipped })
  const sent = { parts: [group([{ duration: 60 }])] }
  expect(keepRun(sent, stored).parts[0]?.parts[0]).toMatchObject({ extra: 30, skipped })
  const kept = keepRun(stored, sent).parts[0]?.parts[0]
  expect(kept).not.toHaveProperty('extra')
  expect(kept).not.toHaveProperty('skipped')
})
