import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Goal, goalPage, myGoalsPage } from '../../domain/goals/api.ts'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { forget } from '../../testing/page/show.tsx'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { applyLog, dropLog, settleLog } from './apply-log.ts'
import { EXAMPLE_LOG } from './example-log.ts'

const [QUICK, TIMED] = EXAMPLE_GOAL.quick_log_buttons as [
  Goal['quick_log_buttons'][number],
  Goal['quick_log_buttons'][number]
]
const GOAL: Goal = { ...EXAMPLE_GOAL, id: 5, duration_elapsed: 100 }
const OTHER: Goal = { ...EXAMPLE_GOAL, id: 6 }
const DONE: Log = { ...EXAMPLE_LOG, id: 1, goal_id: 5 }
const RUNNING: Log = {
  ...EXAMPLE_LOG,
  id: 9,
  goal_id: 5,
  ql_button_uuid: TIMED.uuid,
  duration: 1500,
  status: LogStatus.Active,
  elapsed_duration: 0
}
const TOTALS = {
  id: 5,
  amount_elapsed: 6,
  distance_elapsed: 0,
  duration_elapsed: 400,
  amount_remaining: 6,
  distance_remaining: null,
  period: null,
  clean: null
}

beforeEach(() => {
  putPage(myGoalsPage, '/my/goals', { my_goals: [OTHER, GOAL] })
  putPage(goalPage, '/my/goals/5', { goal: GOAL, logs: [DONE] })
  putPage(goalPage, '/my/goals/6', { goal: OTHER, logs: [] })
  putPage(myLogsPage, '/my/logs', { logs: [DONE], days: [], choices: { goals: [], actions: [], sessions: [] } })
})
afterEach(forget)

const goals = () => pageAt(myGoalsPage, '/my/goals')?.my_goals ?? []
const goal = () => pageAt(goalPage, '/my/goals/5')?.goal
const logs = (at: string) => (at === '/my/logs' ? pageAt(myLogsPage, at) : pageAt(goalPage, at))?.logs ?? []
const timers = (of: Goal | undefined) => [
  of?.activeLog?.id ?? null,
  ...(of?.quick_log_buttons.map(button => button.activeLog?.id ?? null) ?? [])
]

test('a response changes the totals on every page of its goal, and of no other', {
  tags: 'LOG-29'
}, () => {
  applyLog({ ...DONE, id: 2 }, TOTALS)
  expect([goal()?.amount_elapsed, goals()[1]?.amount_elapsed]).toEqual([6, 6])
  expect(goals()[0]).toEqual(OTHER)
  expect(pageAt(goalPage, '/my/goals/6')?.goal).toEqual(OTHER)
})

test("a new log comes first on its goal's page, and appears on no other", { tags: 'LOG-29' }, () => {
  applyLog({ ...DONE, id: 2 }, TOTALS)
  expect(logs('/my/goals/5').map(({ id }) => id)).toEqual([2, 1])
  expect(logs('/my/goals/6')).toEqual([])
  expect(logs('/my/logs').map(({ id }) => id)).toEqual([1])
})

test('a changed log keeps its place in every list', { tags: 'LOG-07' }, () => {
  applyLog({ ...DONE, id: 2 }, TOTALS)
  applyLog({ ...DONE, title: 'Changed' }, TOTALS)
  expect(logs('/my/goals/5').map(({ id, title }) => [id, title])).toEqual([
    [2, DONE.title],
    [1, 'Changed']
  ])
  expect(logs('/my/logs')[0]?.title).toBe('Changed')
})

test('an open timer appears on its goal and button, a finished one on neither', {
  tags: ['LOG-12', 'LOG-13']
}, () => {
  applyLog(RUNNING, null)
  expect(timers(goal())).toEqual([9, null, 9])
  applyLog({ ...RUNNING, status: LogStatus.Paused }, null)
  expect(timers(goals()[1])).toEqual([9, null, 9])
  applyLog({ ...RUNNING, status: LogStatus.Done }, TOTALS)
  expect(timers(goal())).toEqual([null, null, null])
})

test('a stopped timer is finished, but a reset one can be started', { tags: ['LOG-17', 'LOG-19', 'LOG-21'] }, () => {
  applyLog(RUNNING, null)
  applyLog({ ...RUNNING, status: LogStatus.Stopped, started_at: null }, null)
  expect(timers(goal())).toEqual([9, null, 9])
  applyLog({ ...RUNNING, status: LogStatus.Stopped }, null)
  expect(timers(goal())).toEqual([null, null, null])
})

test('the timer of another button does not replace the running one', { tags: 'LOG-12' }, () => {
  applyLog(RUNNING, null)
  applyLog({ ...RUNNING, id: 10, ql_button_uuid: QUICK.uuid }, null)
  expect(timers(goal())).toEqual([9, 10, 9])
  applyLog({ ...RUNNING, id: 10, ql_button_uuid: QUICK.uuid, status: LogStatus.Done }, null)
  expect(timers(goal())).toEqual([9, null, 9])
})

test('a deleted log leaves every list, with its timer and its part of the totals', () => {
  applyLog(RUNNING, null)
  applyLog({ ...DONE, id: 2 }, null)
  dropLog(RUNNING, TOTALS)
  expect([timers(goal()), goal()?.duration_elapsed]).toEqual([[null, null, null], 400])
  dropLog(DONE, TOTALS)
  expect([logs('/my/goals/5').map(({ id }) => id), logs('/my/logs')]).toEqual([[2], []])
})

test("a timer that runs out adds its whole time once, before the server's response", {
  tags: ['LOG-14', 'LOG-16']
}, () => {
  applyLog({ ...RUNNING, elapsed_duration: 300 }, null)
  const [running] = logs('/my/goals/5') as [Log]
  const over = { ...running, status: LogStatus.Done }
  settleLog(running, over)
  // 300 of its 1500 s were in the total already.
  expect([goal()?.duration_elapsed, goals()[1]?.duration_elapsed]).toEqual([1300, 1300])
  expect(timers(goal())).toEqual([null, null, null])
  expect(logs('/my/goals/5')[0]).toMatchObject({ elapsed_duration: 1500, remaining_duration: 0 })
  settleLog(running, over)
  expect(goal()?.duration_elapsed).toBe(1300)
})

test("a session's log without a goal changes only the lists", () => {
  const before = goals()
  applyLog({ ...DONE, goal_id: null, title: 'Alone' }, null)
  expect(logs('/my/logs')[0]?.title).toBe('Alone')
  expect(goals()).toEqual(before)
})
