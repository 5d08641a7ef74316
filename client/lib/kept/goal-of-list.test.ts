import { expect, test } from 'vitest'
import type { Goal } from '../../../domain/goals/api.ts'
import { goalPage, myGoalsPage } from '../../../domain/goals/api.ts'
import { goalOfList } from './goal-of-list.ts'

const READ = { id: 7, title: 'Read 12 books' } as Goal
const kept = { data: { my_goals: [READ], open_count: 1, completed_count: 0 }, updatedAt: 5 }
const read = async ([, path]: readonly unknown[]) => (path === myGoalsPage.path ? kept : undefined)
const find = (path: string, goal: string) =>
  goalOfList(['page', path, { goal }, ''], name => read(name as readonly unknown[]))

test('a goal that was never opened shows what the list of goals knows of it', { tags: 'D-158' }, async () => {
  expect(await find(goalPage.path, '7')).toMatchObject({ data: { goal: READ, logs: [] }, updatedAt: 5 })
})

test('an unknown goal and other pages are not found', { tags: 'D-158' }, async () => {
  expect([await find(goalPage.path, '8'), await find('/my/goals/:goal/logs', '7')]).toEqual([undefined, undefined])
  expect(await goalOfList(['page', goalPage.path, { goal: '7' }, ''], async () => undefined)).toBeUndefined()
})
