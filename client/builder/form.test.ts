import { expect, test } from 'vitest'
import type { Plan } from '../../domain/activities/plan.ts'
import { moveItem } from '../../domain/activities/plan-edit.ts'
import { formWith, groupOf, uuidOf } from './example-form.ts'
import { randomCode } from './fields/random-code.ts'
import { activityBody, formOf, newSessionBody, sessionBody } from './form.ts'
import { lanesOf } from './timeline/lanes.ts'

const plan = (): Plan => ({ parts: [groupOf(['A', 'B', 'C'])], tasks: [], timers: [] })

test('a body has its items in order, and a join code only if one is needed', () => {
  const form = formWith({ title: 'A', join_code: 'abc', started_at: '2030-01-01T10:00:00.000Z', ...plan() })
  const sent = activityBody({ ...form, ...moveItem(plan(), uuidOf(10), 2, 0) })
  expect(sent.parts?.[0]?.parts?.map(({ title, order }) => [title, order])).toEqual([
    ['C', 0],
    ['A', 1],
    ['B', 2]
  ])
  expect(sent).toMatchObject({ join_code: null, needs_code: 0 })
  expect(sent).not.toHaveProperty('started_at')
  expect(newSessionBody({ ...form, needs_code: 1 })).toMatchObject({ join_code: 'abc', started_at: form.started_at })
  expect(sessionBody(form, 0)).toHaveProperty('started_at')
  expect(sessionBody(form, 1)).not.toHaveProperty('started_at')
  expect(sessionBody(form, 2)).not.toHaveProperty('duration')
  expect(formOf({ ...form, parts: sent.parts as Plan['parts'] }).parts[0]?.parts[0]?.title).toBe('C')
})

test('a generated code has five characters', { tags: 'BLD-52' }, () => {
  expect(randomCode()).toMatch(/^[a-z0-9]{5}$/)
})

test('overlapping parts are in different lanes', () => {
  const bars = [
    { uuid: 'a', startsAt: 0, endsAt: 10 },
    { uuid: 'b', startsAt: 5, endsAt: 8 },
    { uuid: 'c', startsAt: 10, endsAt: 12 },
    { uuid: 'd', startsAt: null, endsAt: null }
  ]
  expect([...lanesOf(bars)]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0]
  ])
})
