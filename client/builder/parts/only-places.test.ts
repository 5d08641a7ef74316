import { expect, test } from 'vitest'
import { partsOf, planOf, tasksOf, uuidOf } from '../../../domain/activities/example-plan.ts'
import type { Form } from '../form.ts'
import { onlyPlaces } from './only-places.ts'

const PLAN = planOf({
  parts: [partsOf(1, [{ title: 'Warm up' }, { title: 'Run' }, { title: 'Rest' }]), partsOf(2, [{}, {}])],
  tasks: [tasksOf(3, [{}, {}])]
})
const START = { ...PLAN, title: 'Morning', duration: 3600 } as unknown as Form
type List = 'parts' | 'tasks'

/** With the items of one group in another order. */
function reordered(form: Form, list: List, at: number, ...places: number[]): Form {
  const groups = form[list].map((group, index) =>
    index === at ? { ...group, parts: places.map(place => group.parts[place]) } : group
  )
  return { ...form, [list]: groups } as Form
}

test('of a group whose events were moved the places are sent, and nothing else', { tags: ['D-69', 'BLD-62'] }, () => {
  expect(onlyPlaces(START, reordered(START, 'parts', 0, 2, 0, 1))).toEqual({
    type: 'part',
    events_group_uuid: uuidOf(1),
    parts: { [uuidOf(102)]: 0, [uuidOf(100)]: 1, [uuidOf(101)]: 2 }
  })
})

test('goals are moved in the same way', { tags: 'D-69' }, () => {
  expect(onlyPlaces(START, reordered(START, 'tasks', 0, 1, 0))).toMatchObject({
    type: 'task',
    events_group_uuid: uuidOf(3),
    parts: { [uuidOf(301)]: 0, [uuidOf(300)]: 1 }
  })
})

test.each<[string, Form]>([
  ['nothing changed', START],
  ['the title changed too', { ...reordered(START, 'parts', 0, 1, 0, 2), title: 'Evening' }],
  ['two groups were moved', reordered(reordered(START, 'parts', 0, 1, 0, 2), 'parts', 1, 1, 0)],
  ['one was removed', reordered(START, 'parts', 0, 1, 0)],
  ['the groups themselves changed places', { ...START, parts: START.parts.toReversed() }],
  ['the length changed alone', { ...START, duration: 1800 }]
])('the whole form is saved when %s', { tags: 'D-69' }, (_, form) => {
  expect(onlyPlaces(START, form)).toBeNull()
})

test('the number that an item had as its place says nothing', { tags: 'D-69' }, () => {
  const renumbered = {
    ...START,
    parts: START.parts.map(group => ({ ...group, parts: group.parts.map(part => ({ ...part, order: 9 })) }))
  }
  expect(onlyPlaces(START, renumbered)).toBeNull()
  expect(onlyPlaces(START, reordered(renumbered, 'parts', 1, 1, 0))?.events_group_uuid).toBe(uuidOf(2))
})
