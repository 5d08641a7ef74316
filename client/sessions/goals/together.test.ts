import { expect, test } from 'vitest'
import { FOCUS, sessionOf, taskOf, uuid, WATER } from '../../../testing/page/session-page.ts'
import { teamGoals } from './together.ts'

const zero = { amount: 0, distance: 0, duration: 0 }

function roomOf(participants_count: number) {
  const goals = [
    taskOf(WATER, 'Read', { amount: 30, unit: 'chapters' }),
    taskOf(FOCUS, 'Plank', { duration: 600 }),
    taskOf(uuid(31), 'As you like'),
    taskOf(uuid(32), 'Bag', { amount: 1, is_list: 1 })
  ]
  const tasks = sessionOf().tasks.map(group => ({ ...group, parts: goals }))
  const done = { [WATER]: { ...zero, amount: 15 }, [FOCUS]: { ...zero, duration: 5400 } }
  return sessionOf({ participants_count, tasks, summary: { participants: participants_count, logs: 2, tasks: done } })
}

test('a room’s target is each goal’s target times the number of participants', { tags: 'SES-019' }, () => {
  expect(teamGoals(roomOf(4), 'mi').map(({ title, label, share }) => [title, label, share])).toEqual([
    ['Read', '15 of 120 chapters', 0.125],
    ['Plank', '1:30:00 of 40:00', 1]
  ])
})

test('a single participant has no shared goals', { tags: 'SES-019' }, () => {
  expect(teamGoals(roomOf(1), 'mi')).toEqual([])
})
