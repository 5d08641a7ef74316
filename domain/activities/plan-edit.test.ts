import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newTimer } from '../goals/new-timer.ts'
import type { Result } from '../lib/result.ts'
import { partsOf, planOf, tasksOf, uuidOf } from './example-plan.ts'
import * as linkedGroups from './linked-groups.ts'
import { newPart, newPartGroup, newTask, newTaskGroup } from './new-items.ts'
import { builderBodies } from './parts-api.ts'
import { checkPlan } from './parts-check.ts'
import { type Plan, plan as planShape } from './plan.ts'
import * as planCalls from './plan-calls.ts'
import * as edit from './plan-edit.ts'

/** Parts A, B, C in group 1 and D in group 2; goals Run and Rest in group 5. */
const PLAN = planOf({
  parts: [
    partsOf(1, [{ title: 'A' }, { title: 'B', task_uuids: [uuidOf(500), uuidOf(501)] }, { title: 'C' }]),
    partsOf(2, [{ title: 'D', task_uuids: [uuidOf(500)] }])
  ],
  tasks: [tasksOf(5, [{ title: 'Run' }, { title: 'Rest' }])]
})
const [A, B, C, D, RUN, REST] = [100, 101, 102, 200, 500, 501].map(uuidOf) as [string, ...string[]] as string[]
const [FIRST, SECOND, GOALS, FRESH] = [1, 2, 5, 900].map(uuidOf) as [string, string, string, string]

const titles = (plan: Plan) => plan.parts.map(group => group.parts.map(({ title }) => title).join(''))
const orders = (plan: Plan) =>
  plan.parts.map(group => group.parts.map(({ title, order }) => `${title}${order}`).join(' '))
const attached = (plan: Plan) => plan.parts.flatMap(group => group.parts.map(part => part.task_uuids))
const partIn = (plan: Plan, uuid: string | undefined) =>
  plan.parts.flatMap(group => group.parts).find(part => part.uuid === uuid)

function planIn(result: Result<Plan>): Plan {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
function fieldsOf(result: Result<Plan>): unknown {
  if (result.ok) return 'allowed'
  return 'fields' in result.refusal ? result.refusal.fields : result.refusal.kind
}

describe('new items', () => {
  test('a new part lasts five minutes', { tags: 'BLD-43' }, () => {
    expect(newPart(FRESH)).toMatchObject({ uuid: FRESH, title: '', duration: 300, is_custom_duration: 1 })
  })

  test('a new goal has the amount 1 and a button that logs 1', { tags: 'BLD-51' }, () => {
    const goal = newTask(FRESH, uuidOf(901))
    expect(goal).toMatchObject({
      title: '',
      amount: 1,
      quick_log_buttons: [{ uuid: uuidOf(901), amount: 1, status: 1 }]
    })
  })

  test('a new group is linked, auto-started and holds one item', { tags: 'BLD-53' }, () => {
    const [parts, goals] = [
      newPartGroup(FRESH, newPart(A as string)),
      newTaskGroup(FRESH, newTask(RUN as string, B as string))
    ]
    const settings = { uuid: FRESH, linked: 1, auto_start: 1, hidden: 0, sets: 1 }
    expect(parts).toMatchObject({ ...settings, type: 'part', parts: [{ uuid: A }] })
    expect(goals).toMatchObject({ ...settings, type: 'task', parts: [{ uuid: RUN }] })
  })

  test('a new timer lasts a minute', { tags: 'TMR-24' }, () => {
    expect(newTimer(FRESH)).toMatchObject({ uuid: FRESH, duration: 60, is_interval: 0 })
  })
})

describe('changes in the builder', () => {
  test.each([
    [0, 2, 'BCA'],
    [2, 0, 'CAB'],
    [0, 1, 'BAC'],
    [1, 1, 'ABC'],
    [0, -1, 'ABC'],
    [0, 3, 'ABC'],
    [7, 0, 'ABC']
  ])('moving a part from place %s to %s gives %s', { tags: 'BLD-55' }, (from, to, order) => {
    expect(titles(edit.moveItem(PLAN, FIRST, from, to))).toEqual([order, 'D'])
  })

  test.each([
    [0, 1, ['D', 'ABC']],
    [1, 0, ['D', 'ABC']],
    [0, 2, ['ABC', 'D']],
    [0, -1, ['ABC', 'D']]
  ])('moving a group of parts from place %s to %s', { tags: 'BLD-55' }, (from, to, order) => {
    expect(titles(edit.moveGroup(PLAN, 'parts', from, to))).toEqual(order)
  })

  test('moving goals does not move parts', { tags: 'BLD-55' }, () => {
    const moved = edit.moveItem(PLAN, GOALS, 0, 1)
    expect(moved.tasks[0]?.parts.map(({ title }) => title)).toEqual(['Rest', 'Run'])
    expect(titles(moved)).toEqual(titles(PLAN))
  })

  test('a new item goes to the end of its group, or behind a given item', { tags: 'BLD-53' }, () => {
    const item = { ...newPart(FRESH), title: 'N' }
    expect(titles(edit.addItem(PLAN, FIRST, item))).toEqual(['ABCN', 'D'])
    expect(titles(edit.addItem(PLAN, FIRST, item, A))).toEqual(['ANBC', 'D'])
    expect(titles(edit.addItem(PLAN, FIRST, item, D))).toEqual(['ABCN', 'D'])
    expect(edit.addItem(PLAN, FRESH, item)).toEqual(PLAN)
  })

  test('removing a goal detaches it from its parts', { tags: 'BLD-90' }, () => {
    expect(attached(edit.removeItem(PLAN, RUN as string))).toEqual([[], [REST], [], []])
    expect(attached(edit.removeGroup(PLAN, GOALS))).toEqual([[], [], [], []])
  })

  test('removing a part or its group keeps the goals', { tags: 'BLD-54' }, () => {
    expect(titles(edit.removeItem(PLAN, B as string))).toEqual(['AC', 'D'])
    expect(edit.removeGroup(PLAN, FIRST).tasks).toEqual(PLAN.tasks)
  })

  test('linking clears the gaps and dates of all parts but the first', { tags: ['BLD-47', 'D-91'] }, () => {
    const own = { relative_dates: 0, started_at: '2030-01-01T10:00:00.000Z', time_from: 60 } as const
    const loose = edit.setGroup(PLAN, FIRST, { linked: 0 })
    const dated = edit.setPart(edit.setPart(loose, A as string, own), B as string, {
      ...own,
      start_of: 'after_previous_starts'
    })
    const linked = linkedGroups.setLinked(dated, FIRST, 1, false)
    expect(partIn(linked, A)).toMatchObject({ started_at: own.started_at, relative_dates: 0, time_from: 0 })
    expect(partIn(linked, B)).toMatchObject({
      relative_dates: 1,
      started_at: null,
      time_from: 0,
      start_of: 'after_previous_ends'
    })
  })

  test('unlinking switches auto start off when the host starts by hand', { tags: 'D-92' }, () => {
    expect(linkedGroups.setLinked(PLAN, FIRST, 0, true).parts[0]).toMatchObject({ linked: 0, auto_start: 0 })
    expect(linkedGroups.setLinked(PLAN, FIRST, 0, false).parts[0]).toMatchObject({ linked: 0, auto_start: 1 })
    const loose = edit.setGroup(PLAN, FIRST, { linked: 0 })
    expect(linkedGroups.waitUnlinked(loose).parts.map(({ auto_start }) => auto_start)).toEqual([0, 1])
  })

  test('an interval lasts as long as its timers, unless its own duration was typed', {
    tags: ['D-98', 'BLD-91']
  }, () => {
    const fields = {
      is_interval: 1,
      is_custom_duration: 0,
      sets: 3,
      timers: [{ ...newTimer(FRESH), duration: 40 }]
    } as const
    const given = { ...fields, timers: [...fields.timers] }
    expect(partIn(edit.setPart(PLAN, A as string, given), A)?.duration).toBe(120)
    const typed = edit.setPart(PLAN, A as string, { ...given, is_custom_duration: 1, duration: 7 })
    expect(partIn(typed, A)?.duration).toBe(7)
  })

  test('a change affects only the given item or group', { tags: 'BLD-56' }, () => {
    expect(partIn(edit.setPart(PLAN, B as string, { title: 'X' }), B)?.title).toBe('X')
    expect(titles(edit.setPart(PLAN, B as string, { title: 'X' }))).toEqual(['AXC', 'D'])
    expect(edit.setTask(PLAN, REST as string, { unit: 'km' }).tasks[0]?.parts.map(({ unit }) => unit)).toEqual([
      '',
      'km'
    ])
    expect(edit.setGroup(PLAN, GOALS, { title: 'G', hidden: 1 }).tasks[0]).toMatchObject({ title: 'G', hidden: 1 })
    expect(edit.setPart(PLAN, FRESH, { title: 'X' })).toEqual(PLAN)
  })

  test('inPlaces numbers the items of each group', { tags: 'BLD-55' }, () => {
    expect(orders(edit.inPlaces(edit.moveItem(PLAN, FIRST, 2, 0)))).toEqual(['C0 A1 B2', 'D0'])
  })
})

describe('calls for single parts and groups', () => {
  const sent = (body: object) => z.parse(builderBodies.storePart, body as z.input<typeof builderBodies.storePart>)
  const part = { uuid: FRESH, title: 'N' }

  test('a part goes to the end of the given group, else of the last group of parts', {
    tags: ['BLD-53', 'BLD-60']
  }, () => {
    expect(titles(planIn(planCalls.addPartCall(PLAN, sent({ part }), uuidOf(3))))).toEqual(['ABC', 'DN'])
    const named = planCalls.addPartCall(PLAN, sent({ part, events_group_uuid: FIRST }), uuidOf(3))
    expect(orders(planIn(named))).toEqual(['A0 B0 C0 N3', 'D0'])
  })

  test('adding to an empty plan makes a linked, auto-started group', { tags: 'BLD-53' }, () => {
    const empty = planOf({})
    const added = planIn(planCalls.addPartCall(empty, sent({ part }), uuidOf(3)))
    expect(added.parts).toMatchObject([
      { uuid: uuidOf(3), type: 'part', linked: 1, auto_start: 1, parts: [{ uuid: FRESH }] }
    ])
    const goal = planIn(
      planCalls.addPartCall(empty, sent({ type: 'task', task: { uuid: FRESH, title: 'G' } }), uuidOf(3))
    )
    expect([goal.parts, goal.tasks[0]?.parts[0]?.title]).toEqual([[], 'G'])
    expect(z.safeParse(planShape, goal).success).toBe(true)
  })

  test('an item keeps the place that was sent; a taken place is refused', { tags: 'BLD-53' }, () => {
    const kept = planIn(planCalls.addPartCall(PLAN, sent({ part: { ...part, order: 9 } }), uuidOf(3)))
    expect(orders(kept)[1]).toBe('D0 N9')
    expect(fieldsOf(planCalls.addPartCall(kept, sent({ part: { uuid: uuidOf(901), order: 9 } }), uuidOf(3)))).toEqual({
      'part.order': 'Another item has this place.'
    })
  })

  test.each([
    ['no part', {}, { part: 'Give the part.' }],
    ['a part sent with the type of a goal', { type: 'task', part }, { task: 'Give the task.' }],
    [
      'a group of the other kind',
      { part, events_group_uuid: GOALS },
      { events_group_uuid: 'There’s no such group in this plan.' }
    ],
    [
      'a uuid that the plan already has',
      { part: { uuid: A } },
      { 'part.uuid': 'This uuid is used twice in the plan.' }
    ],
    [
      'an unknown goal',
      { part: { ...part, task_uuids: [RUN, FRESH] } },
      { 'part.task_uuids.1': 'There’s no such goal in this plan.' }
    ]
  ])('%s is refused with its field', { tags: ['BLD-53', 'BLD-90'] }, (_, body, fields) => {
    expect(fieldsOf(planCalls.addPartCall(PLAN, sent(body), uuidOf(3)))).toEqual(fields)
  })

  test.each([
    [A, 'part', 'BC'],
    [A, 'task', null],
    [RUN, 'part', null],
    [FRESH, 'part', null],
    [A, 'group', null]
  ])('removing %s as %s', { tags: ['BLD-54', 'BLD-61'] }, (uuid, type, left) => {
    const result = planCalls.removePartCall(PLAN, uuid as string, type)
    if (left === null) expect(fieldsOf(result)).toBe('notFound')
    else expect(titles(planIn(result))[0]).toBe(left)
  })

  test('a patch changes only the sent keys of a part or goal', { tags: ['BLD-56', 'BLD-63'] }, () => {
    const change = z.parse(builderBodies.patchPart, { part: { duration: 90 } })
    expect(partIn(planIn(planCalls.patchPartCall(PLAN, B as string, change)), B)).toMatchObject({
      title: 'B',
      duration: 90,
      task_uuids: [RUN, REST]
    })
    const goal = planIn(
      planCalls.patchPartCall(PLAN, RUN as string, z.parse(builderBodies.patchPart, { task: { amount: 3 } }))
    )
    expect(goal.tasks[0]?.parts[0]).toMatchObject({ title: 'Run', amount: 3 })
  })

  test('a patch of the wrong type, of an unknown item or with an unknown goal is refused', { tags: 'BLD-56' }, () => {
    const change = z.parse(builderBodies.patchPart, { part: { title: 'X' } })
    expect(fieldsOf(planCalls.patchPartCall(PLAN, RUN as string, change))).toEqual({ task: 'Give the task.' })
    expect(fieldsOf(planCalls.patchPartCall(PLAN, FRESH, change))).toBe('notFound')
    const bad = z.parse(builderBodies.patchPart, { part: { task_uuids: [FRESH] } })
    expect(fieldsOf(planCalls.patchPartCall(PLAN, D as string, bad))).toEqual({
      'part.task_uuids.0': 'There’s no such goal in this plan.'
    })
  })

  const reorder = (parts: Record<string, number>, events_group_uuid = FIRST, type: 'part' | 'task' = 'part') =>
    planCalls.reorderPartsCall(PLAN, { parts, events_group_uuid, type })

  test('reordering moves the named items, also from other groups', { tags: ['BLD-55', 'BLD-62'] }, () => {
    expect(orders(planIn(reorder({ [C as string]: 1, [A as string]: 2, [B as string]: 3 })))).toEqual([
      'C1 A2 B3',
      'D0'
    ])
    expect(orders(planIn(reorder({ [D as string]: 5 })))).toEqual(['A0 B0 C0 D5', ''])
    expect(orders(planIn(reorder({ [A as string]: 0 }, SECOND)))).toEqual(['B0 C0', 'D0 A0'])
  })

  test.each([
    ['an unknown item', { [FRESH]: 1 }, FIRST, { [`parts.${FRESH}`]: 'There’s no such part in this plan.' }],
    [
      'one place for two',
      { [A as string]: 4, [B as string]: 4 },
      FIRST,
      { [`parts.${B}`]: 'Another item has this place.' }
    ],
    ['goals as parts', { [RUN as string]: 1 }, FIRST, { [`parts.${RUN}`]: 'There’s no such part in this plan.' }],
    ['an unknown group', {}, FRESH, { events_group_uuid: 'There’s no such group in this plan.' }]
  ])('%s is refused', { tags: 'BLD-55' }, (_, parts, group, fields) => {
    expect(fieldsOf(reorder(parts, group))).toEqual(fields)
  })

  test('reordering refuses the place of an item that it does not name', { tags: 'BLD-55' }, () => {
    const placed = planIn(reorder({ [A as string]: 1, [B as string]: 2 }))
    const again = planCalls.reorderPartsCall(placed, {
      parts: { [A as string]: 2 },
      events_group_uuid: FIRST,
      type: 'part'
    })
    expect(fieldsOf(again)).toEqual({ [`parts.${A}`]: 'Another item has this place.' })
  })

  test('a new group goes to the end; a uuid that is in use is refused', { tags: ['BLD-57', 'BLD-64'] }, () => {
    const group = (uuid: string) => z.parse(builderBodies.storeGroup, { uuid, title: 'N', client_uuid: 'c' })
    const added = planIn(planCalls.addGroupCall(PLAN, group(FRESH)))
    expect(added.parts[2]).toEqual({
      uuid: FRESH,
      type: 'part',
      title: 'N',
      linked: 1,
      auto_start: 1,
      hidden: 0,
      sets: 1,
      parts: []
    })
    expect(fieldsOf(planCalls.addGroupCall(PLAN, group(A as string)))).toEqual({
      uuid: 'This uuid is used twice in the plan.'
    })
  })

  test('a group is changed and removed by its uuid', { tags: ['BLD-58', 'BLD-59', 'BLD-65', 'BLD-66'] }, () => {
    const change = z.parse(builderBodies.patchGroup, { title: 'X', client_uuid: 'c' })
    expect(planIn(planCalls.patchGroupCall(PLAN, GOALS, change)).tasks[0]).toMatchObject({ title: 'X', linked: 1 })
    expect(planIn(planCalls.patchGroupCall(PLAN, GOALS, change)).tasks[0]).not.toHaveProperty('client_uuid')
    expect(titles(planIn(planCalls.removeGroupCall(PLAN, FIRST)))).toEqual(['D'])
    expect(fieldsOf(planCalls.patchGroupCall(PLAN, A as string, change))).toBe('notFound')
    expect(fieldsOf(planCalls.removeGroupCall(PLAN, FRESH))).toBe('notFound')
  })
})

describe('a random sequence of changes', () => {
  const anyUuid = fc.integer({ min: 0, max: 40 }).map(n => uuidOf(n < 8 ? n : 92 + n))
  const place = fc.integer({ min: -1, max: 4 })
  type Step = (plan: Plan, fresh: string) => Plan
  const call =
    (step: (plan: Plan, fresh: string) => Result<Plan>): Step =>
    (plan, fresh) => {
      const result = step(plan, fresh)
      return result.ok ? result.value : plan
    }
  const step: fc.Arbitrary<Step> = fc.oneof(
    anyUuid.map(
      (group): Step =>
        (plan, fresh) => {
          // The builder adds an item to a group of its kind.
          const isGoal = plan.tasks.some(({ uuid }) => uuid === group)
          return edit.addItem(plan, group, isGoal ? newTask(fresh, `${fresh.slice(0, -1)}f`) : newPart(fresh))
        }
    ),
    fc.constant<Step>((plan, fresh) => edit.addGroup(plan, newPartGroup(fresh, newPart(`${fresh.slice(0, -1)}e`)))),
    anyUuid.map(
      (uuid): Step =>
        plan =>
          edit.removeItem(plan, uuid)
    ),
    anyUuid.map(
      (uuid): Step =>
        plan =>
          edit.removeGroup(plan, uuid)
    ),
    fc.tuple(anyUuid, place, place).map(
      ([group, from, to]): Step =>
        plan =>
          edit.moveItem(plan, group, from, to)
    ),
    fc.tuple(place, place).map(
      ([from, to]): Step =>
        plan =>
          edit.moveGroup(plan, 'parts', from, to)
    ),
    fc.tuple(anyUuid, fc.constantFrom<0 | 1>(0, 1), fc.boolean()).map(
      ([group, linked, manual]): Step =>
        plan =>
          linkedGroups.setLinked(plan, group, linked, manual)
    ),
    fc.tuple(anyUuid, fc.nat(999)).map(
      ([uuid, duration]): Step =>
        plan =>
          edit.setPart(plan, uuid, { duration })
    ),
    fc
      .tuple(anyUuid, fc.nat(3))
      .map(([uuid, order]) =>
        call((plan, fresh) =>
          planCalls.addPartCall(
            plan,
            { type: 'part', part: { ...newPart(fresh), order }, events_group_uuid: uuid },
            uuid
          )
        )
      ),
    fc
      .tuple(anyUuid, anyUuid, fc.nat(6))
      .map(([uuid, group, order]) =>
        call(plan =>
          planCalls.reorderPartsCall(plan, { type: 'part', parts: { [uuid]: order }, events_group_uuid: group })
        )
      ),
    fc
      .tuple(anyUuid, anyUuid)
      .map(([uuid, goal]) => call(plan => planCalls.patchPartCall(plan, uuid, { part: { task_uuids: [goal] } })))
  )
  const run = (steps: readonly Step[]) =>
    steps.map((_, index) =>
      steps.slice(0, index + 1).reduce((plan, next, at) => next(plan, `${uuidOf(5000 + at).slice(0, -1)}0`), PLAN)
    )

  test('results in a valid plan', {
    tags: ['BLD-68', 'BLD-90']
  }, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const plan = steps.reduce((before, next, at) => next(before, uuidOf(5000 + 10 * at)), PLAN)
        expect(checkPlan(edit.inPlaces(plan))).toEqual({})
        const titled = {
          ...plan,
          tasks: plan.tasks.map(group => ({ ...group, parts: group.parts.map(task => ({ ...task, title: 'G' })) }))
        }
        expect(z.safeParse(planShape, titled).success).toBe(true)
      }),
      { seed: 60, numRuns: 300 }
    )
  })

  test('does not modify earlier plans', { tags: 'BLD-56' }, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), steps => {
        const before = structuredClone(PLAN)
        const plans = run(steps)
        expect(PLAN).toEqual(before)
        expect(run(steps)).toEqual(plans)
      }),
      { seed: 61, numRuns: 100 }
    )
  })

  test('moving a part there and back restores the plan', { tags: 'BLD-55' }, () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(2), (from, to) => {
        expect(edit.moveItem(edit.moveItem(PLAN, FIRST, from, to), FIRST, to, from)).toEqual(PLAN)
      }),
      { seed: 62, numRuns: 30 }
    )
  })
})
