/** Interrupted imports continue, and repeated calls have no second effect. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { type Import, MOST_AT_ONCE } from '../../domain/import/api.ts'
import { type Aim, aimsOf } from '../../domain/import/file.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { continueImport, type GoalChoice, newRun, undoImport } from './run-import.ts'

const GOALS = 'POST /api/goals/store'
const LOGS = 'POST /api/imports'
const MADE: Import = {
  id: 8,
  uuid: 'u',
  file_name: 'old.csv',
  logs: 3,
  items: 0,
  created_at: '2026-01-10T18:30:00.000Z'
}

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser(ADA)
})
afterEach(forget)

const EMPTY = { at: null, action: '', unit: '', amount: 1, distance: null, duration: null, title: '', content: '' }
const logOf = (goal: string, day = '2025-02-13'): ReadLog => ({ ...EMPTY, day, goal })

function runOf(logs: readonly ReadLog[], choiceOf: (aim: Aim) => GoalChoice = () => 'none') {
  return newRun('old.csv', logs, aimsOf(logs), choiceOf)
}

/** The mocked server creates goals with ids from 100. The calls with these numbers fail, counted from 1. */
function server(...failing: number[]): Sent[] {
  let calls = 0
  const made = new Map<string, { id: number }[]>()
  let next = 100
  const fails = (): boolean => failing.includes(++calls)
  return respond({
    [GOALS]: ({ body, headers }) => {
      const key = headers['idempotency-key'] ?? ''
      const { tasks } = (body as { challenge: { tasks: object[] } }).challenge
      const goals = made.get(key) ?? tasks.map(() => ({ id: next++ }))
      made.set(key, goals)
      if (fails()) throw new TypeError('Failed to fetch')
      return json({ goal: goals[0], goals })
    },
    [LOGS]: () => {
      if (fails()) throw new TypeError('Failed to fetch')
      return json(MADE)
    }
  })
}

const keys = (sent: Sent[]) => sent.map(({ headers }) => headers['idempotency-key'])
const logsIn = ({ body }: Sent) => body?.logs as { goal_id: number | null; day: string }[]
const goalsIn = ({ body }: Sent) => (body as { challenge: { tasks: GoalInput[] } }).challenge.tasks

test('logs count for the chosen goal, a new one, or none', async () => {
  const choices: Record<string, GoalChoice> = { Run: 5, Read: 'new', Sleep: 'none' }
  const run = runOf([logOf('Run'), logOf('Read'), logOf('Sleep')], ({ name }) => choices[name] ?? 'none')
  const sent = server()
  expect(await continueImport(run, () => {})).toEqual(MADE)
  expect(goalsIn(sent[0] as Sent)).toMatchObject([{ title: 'Read', amount: null }])
  expect(logsIn(sent[1] as Sent).map(({ goal_id }) => goal_id)).toEqual([5, 100, null])
})

test('an import without new goals creates none', async () => {
  const sent = server()
  await continueImport(runOf([logOf('')]), () => {})
  expect(sent.map(({ url }) => url)).toEqual(['/api/imports'])
})

test('creates 41 new goals in calls of 20, each with its own key', async () => {
  const logs = Array.from({ length: 41 }, (_, index) => logOf(`Goal ${index}`))
  const sent = server()
  await continueImport(
    runOf(logs, () => 'new'),
    () => {}
  )
  const calls = sent.filter(({ url }) => url === '/api/goals/store')
  expect(calls.map(call => goalsIn(call).length)).toEqual([20, 20, 1])
  expect(new Set(keys(sent)).size).toBe(sent.length)
  // Each goal has a button, and the button's uuid identifies its logs.
  const buttons = calls.flatMap(goalsIn).flatMap(goal => goal.quick_log_buttons ?? [])
  expect(new Set(buttons.map(({ uuid }) => uuid)).size).toBe(41)
})

test('creates goals once after a lost response', async () => {
  const run = runOf([logOf('Read')], () => 'new')
  const sent = server(1)
  await expect(continueImport(run, () => {})).rejects.toThrow()
  await continueImport(run, () => {})
  const [first, second, logs] = sent as [Sent, Sent, Sent]
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
  expect(logsIn(logs)[0]?.goal_id).toBe(100)
})

test('continues with the failed part and repeats no finished one', async () => {
  const logs = Array.from({ length: MOST_AT_ONCE * 2 + 1 }, () => logOf(''))
  const run = runOf(logs)
  const sent = server(2)
  const progress: number[] = []
  await expect(continueImport(run, part => void progress.push(part))).rejects.toThrow()
  expect([run.done, reload.mock.calls.length]).toEqual([1, 0])
  await continueImport(run, part => void progress.push(part))
  expect(run.done).toBe(3)
  const [one, two, again, three] = keys(sent)
  expect([again, new Set([one, two, three]).size, sent.length]).toEqual([two, 3, 4])
  expect(progress.map(part => Math.round(part * 3))).toEqual([0, 1, 0, 1, 2])
})

test('sends the oldest logs first, in any order of the file', async () => {
  const sent = server()
  await continueImport(runOf([logOf('', '2025-03-01'), logOf('', '2024-12-31'), logOf('', '2025-01-15')]), () => {})
  expect(logsIn(sent[0] as Sent).map(({ day }) => day)).toEqual(['2024-12-31', '2025-01-15', '2025-03-01'])
})

test('importing a file twice is two imports', async () => {
  const sent = server()
  await continueImport(runOf([logOf('')]), () => {})
  await continueImport(runOf([logOf('')]), () => {})
  expect(new Set(keys(sent)).size).toBe(2)
})

test('an import and its undo reload all pages and notify other tabs', async () => {
  const heard = vi.fn()
  const tab = new BroadcastChannel('goals')
  tab.addEventListener('message', ({ data }) => heard(data))
  server()
  await continueImport(runOf([logOf('')]), () => {})
  respond({ 'DELETE /api/imports/8': () => json({}) })
  await undoImport(8)
  expect(reload).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[ADA.id], [ADA.id]]))
  tab.close()
})

test('a file without logs throws', async () => {
  server()
  await expect(continueImport(runOf([]), () => {})).rejects.toThrow('There was nothing to import.')
  expect(reload).not.toHaveBeenCalled()
})
