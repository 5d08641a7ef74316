/** The effect of actions on goals on the loaded pages. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, goalPage, myGoalsPage } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { newMaking } from '../lib/make-once.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { inputOf } from './form/goal-body.ts'
import { completeGoal, createGoal, deleteGoal, moveGoal, pauseGoal, reopenGoal, updateGoal } from './goals.ts'

const STORE = 'POST /api/goals/store'
const goalOf = (id: number, change: Partial<Goal> = {}): Goal => ({
  ...EXAMPLE_GOAL,
  id,
  title: `Goal ${id}`,
  ...change
})
const done = (id: number): Goal => goalOf(id, { status: GoalStatus.Completed })
const refused = (message: string, status = 409) => json({ message, error: message }, status)

let reload: ReturnType<typeof vi.spyOn>
const heard = vi.fn()
let otherTab: BroadcastChannel

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser(ADA)
  heard.mockClear()
  otherTab = new BroadcastChannel('goals')
  otherTab.addEventListener('message', ({ data }) => heard(data))
})
afterEach(() => {
  otherTab.close()
  forget()
})

type List = DataOf<typeof myGoalsPage>

/** Puts My Goals on a loaded page with these goals. */
function list(...goals: Goal[]): void {
  const open_count = goals.filter(({ status }) => status === GoalStatus.Open).length
  putPage(myGoalsPage, '/my/goals', { my_goals: goals, open_count, completed_count: goals.length - open_count })
}
const listed = () => pageAt(myGoalsPage, '/my/goals') as List
const order = () => listed().my_goals.map(({ id }) => id)
const pageOf = (id: number) => (pageAt(goalPage, `/my/goals/${id}`) as { goal: Goal } | undefined)?.goal

/** The mocked server creates goals with these ids. */
function making(...ids: number[]): Sent[] {
  return respond({
    [STORE]: () => {
      const goal = goalOf(ids.shift() ?? 99)
      return json({ goal, goals: [goal] })
    }
  })
}

test('a new goal comes first in the list and counts once, also if the list has it already', {
  tags: 'GOAL-11'
}, async () => {
  list(goalOf(5))
  making(6, 6)
  await createGoal(inputOf(goalOf(6)), { current: newMaking() })
  expect([order(), listed().open_count]).toEqual([[6, 5], 2])
  await createGoal(inputOf(goalOf(6)), { current: newMaking() })
  expect([order(), listed().open_count]).toEqual([[6, 5], 2])
})

test('a new goal reloads the list if none is loaded', async () => {
  making(6)
  await createGoal(inputOf(goalOf(6)), { current: newMaking() })
  expect(pageAt(myGoalsPage, '/my/goals')).toBeUndefined()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('each form sends its own key and creates one goal', { tags: 'GOAL-11' }, async () => {
  list()
  const sent = making(6, 7)
  const form = { current: newMaking() }
  await createGoal(inputOf(goalOf(6)), form)
  await createGoal(inputOf(goalOf(7)), form)
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
  expect(order()).toEqual([7, 6])
})

test('a refused goal appears in no list, and its form keeps its key', async () => {
  list(goalOf(5))
  const sent = respond({ [STORE]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const form = { current: newMaking() }
  await expect(createGoal(inputOf(goalOf(6)), form)).rejects.toThrow()
  await expect(createGoal(inputOf(goalOf(6)), form)).rejects.toThrow()
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect([order(), heard.mock.calls.length]).toEqual([[5], 0])
})

test('a changed goal updates every page that shows it, and notifies other tabs', {
  tags: 'GOAL-18'
}, async () => {
  list(goalOf(5), goalOf(6))
  putPage(goalPage, '/my/goals/5', { goal: goalOf(5), session: null, group: null, logs: [], notes: [] })
  putPage(goalPage, '/my/goals/6', { goal: goalOf(6), session: null, group: null, logs: [], notes: [] })
  respond({ 'PATCH /api/goals/update/5': () => json({ goal: goalOf(5, { title: 'Swim' }) }) })
  await updateGoal(5, { title: 'Swim' })
  expect(listed().my_goals.map(({ title }) => title)).toEqual(['Swim', 'Goal 6'])
  expect([pageOf(5)?.title, pageOf(6)?.title]).toEqual(['Swim', 'Goal 6'])
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[ADA.id]]))
})

test('a refused pause leaves the goal unchanged', async () => {
  list(goalOf(5))
  respond({ 'POST /api/goals/5/pause': () => refused('It is done.') })
  await expect(pauseGoal(goalOf(5))).rejects.toThrow('It is done.')
  expect(listed().my_goals[0]).toEqual(goalOf(5))
})

test('reopening a goal reloads the list, because the goal may belong to another page', {
  tags: 'D-50'
}, async () => {
  list(done(5))
  respond({ 'PATCH /api/goals/update/5': () => json({ goal: goalOf(5) }) })
  await reopenGoal(done(5))
  expect(listed().my_goals[0]?.status).toBe(GoalStatus.Open)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('completing reloads all pages, because it also ends timers that the response omits', {
  tags: 'D-50'
}, async () => {
  list(goalOf(5))
  respond({ 'POST /api/goals/5/complete': () => json({ goal: done(5) }) })
  await completeGoal(goalOf(5))
  expect(listed().my_goals[0]?.status).toBe(GoalStatus.Completed)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each<[string, Goal, [number, number]]>([
  ['open', goalOf(5), [1, 1]],
  ['completed', done(7), [2, 0]]
])('deleting an %s goal removes it from the list and its count', { tags: 'GOAL-24' }, async (_, goal, counts) => {
  list(goalOf(5), goalOf(6), done(7))
  respond({ [`DELETE /api/goals/${goal.id}`]: () => json({}) })
  await deleteGoal(goal)
  expect(order()).not.toContain(goal.id)
  expect([listed().open_count, listed().completed_count]).toEqual(counts)
})

test('a refused deletion removes nothing', { tags: 'GOAL-24' }, async () => {
  list(goalOf(5))
  respond({ 'DELETE /api/goals/5': () => refused('A timer of it runs.') })
  await expect(deleteGoal(goalOf(5))).rejects.toThrow()
  expect([order(), listed().open_count]).toEqual([[5], 1])
})

test.each<[number, number, number[]]>([
  [5, 1, [6, 5, 7]],
  [7, -2, [7, 5, 6]],
  [6, 99, [5, 7, 6]],
  [6, -99, [6, 5, 7]]
])(
  'moves goal %d by %d among the open ones before the server responds',
  { tags: 'GOAL-02' },
  async (id, by, places) => {
    list(goalOf(5), goalOf(6), goalOf(7), done(8))
    let finish: (response: Response) => void = () => {}
    respond({ [`POST /api/goals/${id}/move`]: () => new Promise(resolve => (finish = resolve)) })
    const moved = moveGoal(goalOf(id), by)
    expect(order()).toEqual([...places, 8])
    finish(json({}))
    await moved
  }
)

test('reloads the list only when a goal leaves its page', { tags: 'GOAL-02' }, async () => {
  const perPage = config.per_page
  config.per_page = 3
  list(goalOf(5), goalOf(6), goalOf(7), goalOf(8))
  respond({ 'POST /api/goals/5/move': () => json({}), 'POST /api/goals/6/move': () => json({}) })
  await moveGoal(goalOf(5), 2)
  expect(reload).not.toHaveBeenCalled()
  await moveGoal(goalOf(6), 3)
  config.per_page = perPage
  expect(reload).toHaveBeenCalledTimes(1)
})

test("a refused move reloads the server's order and shows the reason", { tags: 'GOAL-02' }, async () => {
  list(goalOf(5), goalOf(6))
  respond({ 'POST /api/goals/5/move': () => refused('It is done.') })
  await expect(moveGoal(goalOf(5), 1)).rejects.toThrow('It is done.')
  expect([reload.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0])
})

test('moving a goal that the loaded page does not show changes no order here', { tags: 'GOAL-02' }, async () => {
  list(goalOf(5), goalOf(6))
  respond({ 'POST /api/goals/9/move': () => json({}) })
  await moveGoal(goalOf(9), 1)
  expect(order()).toEqual([5, 6])
})
