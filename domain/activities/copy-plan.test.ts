import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseTemplate, copyPlan, uuidsIn, withNewUuids } from './copy-plan.ts'
import { partsOf, planOf, tasksOf, uuidOf } from './example-plan.ts'
import { checkPlan } from './parts-check.ts'

const timer = (n: number) => ({ uuid: uuidOf(n), duration: 30, is_interval: 1 as const, nested: [{ duration: 10 }] })
const PLAN = planOf({
  parts: [
    partsOf(1, [{ title: 'A', task_uuids: [uuidOf(500)], timers: [timer(20)] }, { title: 'B' }], { sets: 3 }),
    partsOf(2, [{ title: 'C', alerts: [{ at: 5, title: 'Soon' }] }])
  ],
  tasks: [
    tasksOf(5, [
      {
        list: [{ uuid: uuidOf(30), title: 'Shoes' }],
        quick_log_buttons: [{ uuid: uuidOf(31), amount: 1 }],
        timers: [timer(32)]
      }
    ])
  ],
  timers: [timer(40)]
})
const fresh = uuidsIn(PLAN).map((_, index) => uuidOf(7000 + index))

/** The value with every uuid replaced by the same word: a copy must not change the rest. */
const without = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key === 'uuid' ? 'uuid' : key === 'task_uuids' ? inner.length : inner
  )

test('uuidsIn finds every part, goal, group, timer, checklist item and button', { tags: 'D-62' }, () => {
  expect(uuidsIn(PLAN)).toHaveLength(new Set(uuidsIn(PLAN)).size)
  expect(uuidsIn(PLAN).sort()).toEqual([1, 2, 5, 20, 30, 31, 32, 40, 100, 101, 200, 500].map(uuidOf).sort())
})

test('a copy shares no uuid with its template, and nothing else differs', { tags: 'D-62' }, () => {
  const copy = copyPlan(PLAN, fresh)
  expect(uuidsIn(copy)).toEqual(fresh)
  expect(without(copy)).toEqual(without(PLAN))
  expect(checkPlan(copy)).toEqual({})
})

test('a part of the copy is attached to the goals of the copy', { tags: ['D-62', 'BLD-90'] }, () => {
  const copy = copyPlan(PLAN, fresh)
  expect(copy.parts[0]?.parts[0]?.task_uuids).toEqual([copy.tasks[0]?.parts[0]?.uuid])
})

test('a goal that the template no longer has is left out of the copy', { tags: 'BLD-90' }, () => {
  const copy = copyPlan({ ...PLAN, tasks: [] }, fresh)
  expect(copy.parts[0]?.parts[0]?.task_uuids).toEqual([])
})

test('a duplicated part stays attached to the same goals', { tags: 'BLD-53' }, () => {
  const part = PLAN.parts[0]?.parts[0]
  if (!part) throw new Error('the plan must have parts')
  const copy = withNewUuids(part, [uuidOf(7000), uuidOf(7001)])
  expect(copy).toEqual({ ...part, uuid: uuidOf(7000), timers: [{ ...part.timers[0], uuid: uuidOf(7001) }] })
})

test('copyPlan throws when there are too few new uuids', { tags: 'D-62' }, () => {
  expect(() => copyPlan(PLAN, fresh.slice(1))).toThrow('12 new uuids')
})

test('copying does not change the template', { tags: 'D-62' }, () => {
  const before = structuredClone(PLAN)
  copyPlan(PLAN, fresh)
  expect(PLAN).toEqual(before)
})

test('copying a copy under the old uuids gives the template', { tags: 'D-62' }, () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(fresh, { minLength: fresh.length }), uuids => {
      expect(copyPlan(copyPlan(PLAN, uuids), uuidsIn(PLAN))).toEqual(PLAN)
    }),
    { seed: 63, numRuns: 50 }
  )
})

test.each([
  ['an activity that is a template', true, null, 'activity'],
  ['a session that is a template', null, true, 'session'],
  ['an activity that is no template and a session that is one', false, true, 'session'],
  ['both', true, true, 'activity'],
  ['neither', false, false, null],
  ['nothing', null, null, null]
] as const)('the template of an address that names %s', { tags: ['D-62', 'D-80'] }, (_, activity, session, chosen) => {
  const named = (name: string, is_preset: boolean | null) => (is_preset === null ? null : { name, is_preset })
  expect(chooseTemplate(named('activity', activity), named('session', session))?.name ?? null).toBe(chosen)
})
