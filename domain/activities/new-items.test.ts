import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { timer } from '../goals/fields.ts'
import { newTimer } from '../goals/new-timer.ts'
import { uuidOf } from './example-plan.ts'
import { newPart, newPartGroup, newTask, newTaskGroup } from './new-items.ts'
import { part, partGroup, task, taskGroup } from './plan.ts'

const [one, two] = [uuidOf(1), uuidOf(2)]

test('a new part lasts five minutes, follows the one before it and passes the contract', { tags: 'BLD-43' }, () => {
  const made = newPart(one)
  expect(made).toMatchObject({
    uuid: one,
    title: '',
    duration: 300,
    relative_dates: 1,
    start_of: 'after_previous_ends'
  })
  expect(z.parse(part, made)).toEqual(made)
})

test('a new goal has amount 1 and a button that logs 1, and needs a title to be saved', { tags: 'BLD-51' }, () => {
  const made = newTask(one, two)
  expect(made).toMatchObject({ uuid: one, title: '', amount: 1, quick_log_buttons: [{ uuid: two, amount: 1 }] })
  expect(z.safeParse(task, made).success).toBe(false)
  const titled = { ...made, title: 'Run' }
  expect(z.parse(task, titled)).toEqual(titled)
})

test('a new timer and new groups pass the contract unchanged', () => {
  expect(z.parse(timer, newTimer(one))).toEqual(newTimer(one))
  const parts = newPartGroup(one, newPart(two))
  expect(z.parse(partGroup, parts)).toEqual(parts)
  expect(parts).toMatchObject({ linked: 1, auto_start: 1, hidden: 0, sets: 1, parts: [{ uuid: two }] })
  const tasks = newTaskGroup(one, { ...newTask(two, one), title: 'Read' })
  expect(z.parse(taskGroup, tasks)).toEqual(tasks)
})
