import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, planOf, tasksOf, uuidOf } from '../activities/example-plan.ts'
import type { Plan } from '../activities/plan.ts'
import { joinOutline } from './join.ts'
import { type Outline, type OutlineGoal, type OutlinePart, outlineOf, type Repeat, type Step } from './outline.ts'
import { readPlanText } from './read-text.ts'
import { outlineText, planText } from './write-text.ts'

/** Random outlines: all that plan text expresses. */
const letters = fc.string({ unit: fc.constantFrom(...'aZé ,;:()"-–0157x\n'.split(''), '💧'), maxLength: 12 })
const words = fc.oneof(
  fc.constantFrom('run', 'Warm up', '5 min', '3 x', 'each', 'until 7:30', 'Goals', 'group', 'then 5', '', ' ', 'a - b'),
  letters
)
const seconds = fc.oneof(fc.constantFrom(0, 30, 60, 90, 3600, 86_400), fc.integer({ min: 0, max: 30 * 86_400 }))
const times = fc.integer({ min: 1, max: 1000 })
/** Notes have no empty lines and no spaces at their ends. */
const note = fc.array(words, { maxLength: 2 }).map(lines =>
  lines
    .flatMap(line => line.split('\n'))
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
)
const step: fc.Arbitrary<Step> = fc.record({ title: words, seconds })
const repeat: fc.Arbitrary<Repeat> = fc.record({
  title: words,
  times,
  steps: fc.array(step, { minLength: 1, maxLength: 3 })
})
const plainPart: fc.Arbitrary<OutlinePart> = fc
  .record({ title: words, seconds, each: fc.boolean(), times, steps: fc.constant(null), note })
  .map(part => (part.each ? part : { ...part, times: 1 }))
const intervalPart: fc.Arbitrary<OutlinePart> = fc
  .record({
    title: words,
    seconds: fc.option(seconds),
    each: fc.boolean(),
    times,
    steps: fc.array(fc.oneof(step, repeat), { minLength: 1, maxLength: 4 }),
    note
  })
  .map(part => ({ ...part, seconds: part.seconds || null }))
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true })
)
const goal: fc.Arbitrary<OutlineGoal> = fc
  .record({
    title: fc.oneof(fc.constantFrom('', 'Untitled goal'), words).map(title => title.trim()),
    amount: fc.option(quantity),
    unit: fc.oneof(fc.constantFrom('', 'glasses', 'times', 'km', 'min', 'a and 5', 'x 3'), words),
    distance: fc.option(quantity),
    seconds,
    note
  })
  // -0 is written as 0.
  .map(({ amount, distance, ...rest }) => ({
    ...rest,
    amount: amount && amount + 0,
    distance: distance && distance + 0
  }))

const outlines: fc.Arbitrary<Outline> = fc.record({
  groups: fc.array(
    fc.record({ title: words, sets: times, parts: fc.array(fc.oneof(plainPart, intervalPart), { maxLength: 4 }) }),
    { maxLength: 3 }
  ),
  goals: fc.array(fc.record({ title: words, goals: fc.array(goal, { maxLength: 3 }) }), { maxLength: 2 })
})

const EMPTY: Plan = { parts: [], tasks: [], timers: [] }

function numbered(): () => string {
  let last = 0
  return () => uuidOf(++last)
}

test('a plan of all that text expresses is the same plan after text', { tags: 'D-155' }, () => {
  fc.assert(
    fc.property(outlines, outline => {
      const plan = joinOutline(EMPTY, outline, numbered())
      const { outline: read, problems } = readPlanText(planText(plan))
      expect(problems).toEqual([])
      expect(joinOutline(EMPTY, read, numbered())).toEqual(plan)
    })
  )
})

test('canonical text is the same text after a plan', { tags: 'D-155' }, () => {
  fc.assert(
    fc.property(outlines, outline => {
      const text = outlineText(outline)
      expect(outlineText(readPlanText(text).outline)).toBe(text)
      expect(planText(joinOutline(EMPTY, readPlanText(text).outline, numbered()))).toBe(text)
    })
  )
})

test('any text is read without an error, with problems inside the text', { tags: 'D-155' }, () => {
  const bits = fc.constantFrom(
    ...'(),;:"-5x3 \n'.split(''),
    'min',
    '1:30',
    'until',
    'each',
    'run',
    'Goals:',
    'Group',
    'of'
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(bits, { maxLength: 30 }).map(list => list.join(''))
      ),
      text => {
        const { outline, problems } = readPlanText(text)
        for (const { offset, length } of problems) {
          expect(length).toBeGreaterThan(0)
          expect(offset + length).toBeLessThanOrEqual(text.length)
        }
        expect(readPlanText(outlineText(outline)).problems).toEqual([])
      }
    ),
    { numRuns: 500 }
  )
})

const RICH = planOf({
  parts: [
    partsOf(1, [
      { title: 'A', content: '<p>One <b>bold</b> word</p><ul><li>x</li></ul>', alerts: [{ at: 5, title: 'Soon' }] },
      { title: 'B', task_uuids: [uuidOf(500)], order: 1 },
      { title: 'C', is_interval: 1, timers: [], order: 2, relative_dates: 0, started_at: '2026-01-01T00:00:00.000Z' }
    ]),
    partsOf(2, [{ title: 'D', sets: 4, timers: [{ uuid: uuidOf(20), duration: 5 }] }], { hidden: 1, linked: 0 })
  ],
  tasks: [tasksOf(5, [{ title: 'Pack', list: [{ uuid: uuidOf(30), title: 'Tent' }] }])],
  timers: [{ uuid: uuidOf(40), duration: 30 }]
})

test('text that nobody changed changes nothing of a plan', { tags: 'D-155' }, () => {
  const { outline } = readPlanText(planText(RICH))
  expect(joinOutline(RICH, outline, numbered())).toEqual(RICH)
})

test('a change of the text keeps what the text cannot say', { tags: 'D-155' }, () => {
  const text = planText(RICH).replace('1 min B', '2 min tea\n3 min B')
  const { parts } = joinOutline(RICH, readPlanText(text).outline, numbered())
  const [a, tea, b, c] = parts[0]?.parts ?? []
  expect(a).toEqual(RICH.parts[0]?.parts[0])
  expect(tea).toMatchObject({ title: 'tea', duration: 120 })
  expect(b).toMatchObject({ title: 'B', duration: 180 })
  expect(c).toEqual(RICH.parts[0]?.parts[2])
  const shorter = joinOutline(RICH, readPlanText(planText(RICH).replace('1 min A', '7 min A')).outline, numbered())
  expect(shorter.parts[0]?.parts[0]).toEqual({ ...RICH.parts[0]?.parts[0], duration: 420 })
})

test('a part forgets a goal that the text no longer has', { tags: 'D-155' }, () => {
  const { outline } = readPlanText(planText(RICH).replace(/Goals[\s\S]*/, ''))
  expect(joinOutline(RICH, outline, numbered()).parts[0]?.parts[1]?.task_uuids).toEqual([])
})

test('the outline of a plan has its items in order', { tags: 'D-155' }, () => {
  const swapped = planOf({
    parts: [
      partsOf(1, [
        { title: 'B', order: 2 },
        { title: 'A', order: 1 }
      ])
    ]
  })
  expect(outlineOf(swapped).groups[0]?.parts.map(part => part.title)).toEqual(['A', 'B'])
})
