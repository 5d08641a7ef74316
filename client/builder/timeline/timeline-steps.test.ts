import { expect, test } from 'vitest'
import type { Part, PartGroup, Plan } from '../../../domain/activities/plan.ts'
import { setPart } from '../../../domain/activities/plan-edit.ts'
import { layOut } from '../../../domain/activities/timeline.ts'
import { groupOf, uuidOf } from '../example-form.ts'
import { barText, stuckText } from './bar-text.ts'
import { canStretch, type Grasp, movedBy, movesBy, nudged, stepFor, stretchedBy, ticksFor } from './timeline-steps.ts'

const START = '2030-01-01T10:00:00.000Z'
const MINUTE = 60

interface More extends Partial<PartGroup> {
  /** Fields of the grabbed part. */
  part?: Partial<Part>
  startedAt?: string | null
  begunUntil?: number | null
}

/** Grabs one of A, B and C, which last five minutes each. */
function grasp(index: number, { part: fields = {}, startedAt = null, begunUntil = null, ...group }: More = {}): Grasp {
  const first: Plan = { parts: [groupOf(['A', 'B', 'C'], group)], tasks: [], timers: [] }
  const plan = setPart(first, uuidOf(100 + index), fields)
  const drawn = layOut(plan, startedAt, 3600).groups[0]
  const made = plan.parts[0]
  const part = made?.parts[index]
  if (!made || !part || !drawn) throw new Error('There’s no such part.')
  return { plan, group: made, index, part, drawn, startedAt, begunUntil, step: MINUTE }
}
const titles = (plan: Plan) => plan.parts[0]?.parts.map(part => part.title).join('')
const partOf = (plan: Plan, index: number) => plan.parts[0]?.parts[index]

test('a dragged linked part takes the place whose boundary is nearest', { tags: 'BLD-47' }, () => {
  const places = (by: number) => titles(movedBy(grasp(0), by * MINUTE))
  expect([0, 2, 3, 7, 8, 100].map(places)).toEqual(['ABC', 'ABC', 'BAC', 'BAC', 'BCA', 'BCA'])
  expect([-2, -3, -100].map(by => titles(movedBy(grasp(2), by * MINUTE)))).toEqual(['ABC', 'ACB', 'CAB'])
})

test('a part without a length keeps its place until it is dragged past another', () => {
  expect(titles(movedBy(grasp(1, { part: { duration: 0 } }), 0))).toBe('ABC')
  expect(titles(movedBy(grasp(1, { part: { duration: 0 } }), 4 * MINUTE))).toBe('ACB')
})

test('dragging the end changes the duration in steps, from one step to a month', {
  tags: 'BLD-81'
}, () => {
  const lasts = (by: number) => partOf(stretchedBy(grasp(1), by), 1)?.duration
  expect([0, 59, 60, 125, -59, -60, -9999, 1e9].map(lasts)).toEqual([300, 300, 360, 420, 300, 240, 60, 2_592_000])
  const odd = grasp(1, { part: { duration: 275 } })
  expect(partOf(stretchedBy(odd, 0), 1)?.duration).toBe(275)
  expect([10, 60, -60].map(by => partOf(stretchedBy(odd, by), 1)?.duration)).toEqual([275, 300, 240])
})

test('dragging the end of a part with turns spreads the change over all rounds', { tags: ['BLD-82', 'BLD-94'] }, () => {
  const turns = grasp(1, { part: { per_participant: 1, sets: 3 } })
  expect(partOf(stretchedBy(turns, 3 * MINUTE), 1)?.duration).toBe(360)
})

test('a length that comes from timers cannot be dragged, unless the part has its own duration', {
  tags: ['BLD-91', 'BLD-92']
}, () => {
  const timers = [{ uuid: uuidOf(1), title: '', duration: 40, is_interval: 0, sets: 1, nested: [] }] as Part['timers']
  const computed = grasp(1, { part: { is_interval: 1, is_custom_duration: 0, timers } })
  expect(canStretch(computed)).toBe(false)
  expect(stretchedBy(computed, MINUTE)).toBe(computed.plan)
  expect(stuckText(computed, 'end')).toBe('B lasts as long as its timers.')
  expect(canStretch(grasp(1, { part: { is_interval: 1, is_custom_duration: 1, timers } }))).toBe(true)
})

test('dragging an unlinked part changes its distance from the part before', {
  tags: ['BLD-44', 'BLD-45', 'BLD-46', 'BLD-86']
}, () => {
  const distance = (part: Partial<Part>, by: number) =>
    partOf(movedBy(grasp(1, { linked: 0, part }), by * MINUTE), 1)?.time_from
  expect([3, -3].map(by => distance({ time_from: 120 }, by))).toEqual([300, 0])
  const before: Partial<Part> = { start_of: 'before_previous_ends', time_from: 120 }
  expect([1, -1, 9].map(by => distance(before, by))).toEqual([60, 180, 0])
  const starts: Partial<Part> = { start_of: 'after_previous_starts', time_from: 120 }
  expect([1, -1, -9].map(by => distance(starts, by))).toEqual([180, 60, 0])
})

test('dragging the first part delays it, unless it waits for the host', { tags: 'BLD-86' }, () => {
  expect(partOf(movedBy(grasp(0, { linked: 0 }), 4 * MINUTE), 0)?.time_from).toBe(240)
  const waits = grasp(0, { linked: 0, auto_start: 0 })
  expect(movesBy(waits)).toBeNull()
  expect(stuckText(waits, 'move')).toBe('A starts with its group.')
})

test('dragging a part with its own date changes the date, but never to before the session', {
  tags: ['BLD-78', 'BLD-85']
}, () => {
  const part = { relative_dates: 0, started_at: '2030-01-01T10:20:00.000Z' } as const
  const date = (by: number) =>
    partOf(movedBy(grasp(1, { linked: 0, part, startedAt: START }), by * MINUTE), 1)?.started_at
  expect([5, -90].map(date)).toEqual(['2030-01-01T10:25:00.000Z', START])
  expect(movesBy(grasp(1, { linked: 0, part }))).toBeNull()
  expect(movesBy(grasp(0, { part, startedAt: START }))).toBe('start')
})

test('in a running session, parts that have begun keep their start, and later parts stay later', () => {
  const running = { startedAt: START, begunUntil: 400 }
  expect([0, 1, 2].map(index => movesBy(grasp(index, running)))).toEqual([null, null, null])
  expect(stuckText(grasp(1, running), 'move')).toBe('B has started, so its start can’t change.')
  expect([0, 1, 2].map(index => canStretch(grasp(index, running)))).toEqual([false, true, true])
  expect(stuckText(grasp(0, running), 'end')).toBe('A is over.')
  expect(partOf(stretchedBy(grasp(1, running), -9999), 1)?.duration).toBe(101)
  const first = { startedAt: START, begunUntil: 10 }
  expect(titles(movedBy(grasp(2, first), -9999))).toBe('ACB')
  expect(titles(nudged(grasp(1, first), -1))).toBe('ABC')
})

test('arrow keys move a bar by one place or one step', () => {
  expect([1, -1].map(direction => titles(nudged(grasp(1), direction as 1 | -1)))).toEqual(['ACB', 'BAC'])
  expect(titles(nudged(grasp(2), 1))).toBe('ABC')
  expect(partOf(nudged(grasp(1, { linked: 0 }), 1), 1)?.time_from).toBe(60)
})

test('the steps of a drag and the marks of the axis grow with the length of the plan', () => {
  expect([60, 900, 1500, 3600, 7200, 36_000, 86_400].map(stepFor)).toEqual([5, 15, 30, 60, 300, 600, 1800])
  expect(ticksFor(67)).toEqual([0, 30, 60])
  expect(ticksFor(3600 * 1.12)).toEqual([0, 1800, 3600])
  for (const scale of [1, 61, 5000, 90_000, 3_000_000, 40_000_000]) {
    expect(ticksFor(scale).length).toBeLessThanOrEqual(5)
  }
})

test('a bar describes the result of dropping it', () => {
  const { plan } = grasp(1)
  expect(barText(layOut(plan, null, 3600), plan, uuidOf(101), null)).toBe(
    'B: 5 min. Starts at 05:00. Place 2 of 3. 15 min in all.'
  )
  const part = { relative_dates: 0, started_at: '2030-01-01T10:03:00.000Z' } as const
  const dated = grasp(1, { linked: 0, part, startedAt: START })
  expect(barText(layOut(dated.plan, START, 3600), dated.plan, uuidOf(101), START)).toContain(
    'Begins 2 min before A ends.'
  )
})
