import { expect, test } from 'vitest'
import type { Plan } from '../../domain/activities/plan.ts'
import { formWith, goalsOf, groupOf, uuidOf } from './example-form.ts'
import { randomCode } from './fields/random-code.ts'
import { activityBody, formOf, newSessionBody, sessionBody } from './form.ts'
import * as changes from './plan-changes.ts'
import { lanesOf } from './timeline/lanes.ts'

const plan = (): Plan => ({ parts: [groupOf(['A', 'B', 'C'])], tasks: [goalsOf('Run', 'Rest')], timers: [] })
const titles = (from: Plan) => from.parts[0]?.parts.map(part => part.title)
const group = (from: Plan) => from.parts[0]

test('BLD-43 a new event lasts five minutes', () => {
  const added = changes.addItem(plan(), uuidOf(10))
  expect(added.parts[0]?.parts[3]).toMatchObject({ title: '', duration: 300, is_custom_duration: 1 })
})

test('BLD-51 a new goal has the amount 1 and a button that logs 1', () => {
  expect(changes.newTask()).toMatchObject({ title: '', amount: 1, quick_log_buttons: [{ amount: 1, status: 1 }] })
})

test('moving puts an event in its new place, and nowhere when there is none', () => {
  expect(titles(changes.moveItem(plan(), uuidOf(10), 2, 0))).toEqual(['C', 'A', 'B'])
  expect(titles(changes.moveItem(plan(), uuidOf(10), 0, -1))).toEqual(['A', 'B', 'C'])
})

test('BLD-47 D-91 linking takes gaps and dates of their own from all but the first', () => {
  const loose = changes.setGroup(plan(), uuidOf(10), { linked: 0 })
  const dated = changes.setPart(loose, uuidOf(101), {
    relative_dates: 0,
    started_at: '2030-01-01T10:00:00.000Z',
    time_from: 60,
    start_of: 'after_previous_starts'
  })
  expect(group(changes.setLinked(dated, uuidOf(10), 1, false))?.parts[1]).toMatchObject({
    relative_dates: 1,
    started_at: null,
    time_from: 0,
    start_of: 'after_previous_ends'
  })
})

test('D-92 unlinking switches auto start off where the host starts by hand', () => {
  expect(group(changes.setLinked(plan(), uuidOf(10), 0, true))).toMatchObject({ linked: 0, auto_start: 0 })
  expect(group(changes.setLinked(plan(), uuidOf(10), 0, false))).toMatchObject({ linked: 0, auto_start: 1 })
  const loose = changes.setGroup(plan(), uuidOf(10), { linked: 0 })
  expect(group(changes.waitUnlinked(loose))?.auto_start).toBe(0)
})

test('D-98 an interval lasts as long as its timers, unless its own duration was typed', () => {
  const timers = [{ ...changes.newTimer(), duration: 40 }]
  const fields = { is_interval: 1, is_custom_duration: 0, sets: 3, timers } as const
  expect(group(changes.setPart(plan(), uuidOf(100), fields))?.parts[0]?.duration).toBe(120)
  const typed = changes.setPart(plan(), uuidOf(100), { ...fields, is_custom_duration: 1, duration: 7 })
  expect(group(typed)?.parts[0]?.duration).toBe(7)
})

test('BLD-90 a removed goal leaves the events it was attached to', () => {
  const attached = changes.setPart(plan(), uuidOf(100), { task_uuids: [uuidOf(200), uuidOf(201)] })
  expect(group(changes.removeItem(attached, uuidOf(200)))?.parts[0]?.task_uuids).toEqual([uuidOf(201)])
  expect(group(changes.removeGroup(attached, uuidOf(20)))?.parts[0]?.task_uuids).toEqual([])
})

test('a copy has uuids of its own', () => {
  const copied = changes.addItem(plan(), uuidOf(20), uuidOf(200)).tasks[0]?.parts
  expect(copied?.map(goal => goal.title)).toEqual(['Run', 'Run', 'Rest'])
  expect(new Set(copied?.map(goal => goal.uuid)).size).toBe(3)
})

test('what is sent is in order, with the code only where one is needed', () => {
  const form = formWith({ title: 'A', join_code: 'abc', started_at: '2030-01-01T10:00:00.000Z', ...plan() })
  const sent = activityBody({ ...form, ...changes.moveItem(plan(), uuidOf(10), 2, 0) })
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

test('BLD-52 a code that one gets has five characters', () => {
  expect(randomCode()).toMatch(/^[a-z0-9]{5}$/)
})

test('what overlaps lies on lines of its own', () => {
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
