import { expect, test } from 'vitest'
import { partsOf, planOf, tasksOf, uuidOf } from '../../../domain/activities/example-plan.ts'
import type { Form } from '../form.ts'
import { reorderBody } from './reorder.ts'

const PLAN = planOf({
  parts: [partsOf(1, [{ title: 'Warm up' }, { title: 'Run' }, { title: 'Rest' }]), partsOf(2, [{}, {}])],
  tasks: [tasksOf(3, [{}, {}])]
})
const START = { ...PLAN, title: 'Morning', duration: 3600 } as unknown as Form
type List = 'parts' | 'tasks'

/** The form with the items of one group in another order. */
function reordered(form: Form, list: List, at: number, ...places: number[]): Form {
  const groups = form[list].map((group, index) =>
    index === at ? { ...group, parts: places.map(place => group.parts[place]) } : group
  )
  return { ...form, [list]: groups } as Form
}

test('moving parts within a group sends only their new places', { tags: ['D-69', 'BLD-62'] }, () => {
  expect(reorderBody(START, reordered(START, 'parts', 0, 2, 0, 1))).toEqual({
    type: 'part',
    events_group_uuid: uuidOf(1),
    parts: { [uuidOf(102)]: 0, [uuidOf(100)]: 1, [uuidOf(101)]: 2 }
  })
})

test('moving goals within a group sends only their new places', { tags: 'D-69' }, () => {
  expect(reorderBody(START, reordered(START, 'tasks', 0, 1, 0))).toMatchObject({
    type: 'task',
    events_group_uuid: uuidOf(3),
    parts: { [uuidOf(301)]: 0, [uuidOf(300)]: 1 }
  })
})

test.each<[string, Form]>([
  ['nothing changed', START],
  ['the title changed too', { ...reordered(START, 'parts', 0, 1, 0, 2), title: 'Evening' }],
  ['two groups were moved', reordered(reordered(START, 'parts', 0, 1, 0, 2), 'parts', 1, 1, 0)],
  ['a part was removed', reordered(START, 'parts', 0, 1, 0)],
  ['the groups themselves changed places', { ...START, parts: START.parts.toReversed() }],
  ['only the length changed', { ...START, duration: 1800 }]
])('the whole form is saved when %s', { tags: 'D-69' }, (_, form) => {
  expect(reorderBody(START, form)).toBeNull()
})

test('reorderBody ignores the stored order numbers of items', { tags: 'D-69' }, () => {
  const renumbered = {
    ...START,
    parts: START.parts.map(group => ({ ...group, parts: group.parts.map(part => ({ ...part, order: 9 })) }))
  }
  expect(reorderBody(START, renumbered)).toBeNull()
  expect(reorderBody(START, reordered(renumbered, 'parts', 1, 1, 0))?.events_group_uuid).toBe(uuidOf(2))
})
