import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, myGoalsPage } from '../../domain/goals/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { deleteGoal } from '../goals/goals.ts'
import { MyGoalsPage } from '../goals/MyGoalsPage.tsx'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from './example-log.ts'

const RUNNING = { ...EXAMPLE_LOG, id: 9, goal_id: 5, duration: 1500, status: LogStatus.Active, elapsed_duration: 0 }
const goalWith = (more: Partial<Goal>): Goal => ({ ...EXAMPLE_GOAL, id: 5, title: 'Read', ...more })
const running = goalWith({ activeLog: { ...RUNNING, started_at: new Date().toISOString() }, active_log_id: 9 })
const done = goalWith({ activeLog: null, active_log_id: null })

let reads: number
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reads = 0
  setUser(ADA)
  putPage(myGoalsPage, '/my/goals', { my_goals: [running] })
  respond({
    'GET /api/my/goals': () => {
      reads++
      return json({ serverData: { my_goals: [done] } })
    },
    'POST /api/challenge-logs/9/stop': () =>
      json({ message: 'This timer is over.', error: 'This timer is over.' }, 409),
    'DELETE /api/goals/7': () => json({})
  })
})
afterEach(forget)

const anotherTab = (person: number): void => new BroadcastChannel('goals').postMessage(person)
const timer = () => screen.queryByRole('group', { name: /^Timer/ })

test('a timer completed in another tab disappears here', { tags: ['GOAL-44', 'LOG-14'] }, async () => {
  show(<MyGoalsPage />, '/my/goals')
  expect(timer()).not.toBeNull()
  anotherTab(ADA.id)
  await waitFor(() => expect(timer()).toBeNull())
})

test('actions of another person in another tab reload nothing', async () => {
  show(<MyGoalsPage />, '/my/goals')
  anotherTab(2)
  anotherTab(3)
  const heard = new BroadcastChannel('goals')
  await new Promise(resolve => {
    heard.onmessage = resolve
    anotherTab(4)
  })
  expect(reads).toBe(0)
})

test('pausing a timer that another device has ended shows a message and removes it', async () => {
  show(<MyGoalsPage />, '/my/goals')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('This timer is over.')).toBeTruthy()
  await waitFor(() => expect(timer()).toBeNull())
})

test('a tab reloads its goals after being hidden for more than a minute', async () => {
  show(<MyGoalsPage />, '/my/goals')
  vi.useFakeTimers({ toFake: ['performance'] })
  const look = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const hideFor = (ms: number) =>
    act(async () => {
      look('hidden')
      vi.advanceTimersByTime(ms)
      look('visible')
    })
  await hideFor(59_000)
  expect(reads).toBe(0)
  await hideFor(61_000)
  vi.useRealTimers()
  await waitFor(() => expect(timer()).toBeNull())
})

test('an action notifies the other tabs of the same person', async () => {
  const heard = new Promise(resolve => {
    new BroadcastChannel('goals').onmessage = ({ data }) => resolve(data)
  })
  await deleteGoal({ ...done, id: 7 })
  expect(await heard).toBe(ADA.id)
})
