/** Restores the logs of years from another hut, in parts as the page sends them, while others read. */
import { randomUUID } from 'node:crypto'
import { newGoal } from '../domain/goals/api.ts'
import { GoalStatus } from '../domain/goals/goal.ts'
import { MOST_AT_ONCE } from '../domain/import/api.ts'
import { type Moved, moveIn } from '../domain/import/moving.ts'
import { LogStatus } from '../domain/logs/log.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'

const GOALS = 100
const LOGS = 100_000
const MOST_SECONDS = 60
const MOST_READ_MS = 200
const READ_EVERY_MS = 20
/** The person who moves in, and one who reads. */
const [MOVER, READER] = [900, 901]
const MINUTE_MS = 60_000

export async function restore({ product: { url } }: Ground): Promise<Row[]> {
  const begun = Date.now() - (LOGS + 1) * MINUTE_MS
  const at = (minute: number): string => new Date(begun + minute * MINUTE_MS).toISOString()
  const goals = Array.from({ length: GOALS }, (_, nth) => ({
    ...newGoal(randomUUID()),
    ...{ id: nth + 1, title: `Goal ${nth}`, amount: LOGS, unit: 'laps', status: GoalStatus.Open, created_at: at(0) }
  }))
  const logs = Array.from({ length: LOGS }, (_, nth) => ({
    ...{
      id: nth + 1,
      goal_id: 1 + (nth % GOALS),
      amount: 1,
      unit: 'laps',
      status: LogStatus.Done,
      elapsed_duration: 0
    },
    ...{ started_at: at(nth), ended_at: at(nth), created_at: at(nth), day: at(nth).slice(0, 10) }
  }))
  const uuid = randomUUID()
  const move = async (section: Moved, rows: object[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
      const part = rows.slice(from, from + MOST_AT_ONCE)
      const body = { uuid, file_name: 'export.json', account: 'moved.1.bench', section, rows: part }
      await send(moveIn.method, url + moveIn.path, MOVER, body)
    }
  }
  const reads = steadyReads({ everyMs: READ_EVERY_MS, read: () => send('GET', `${url}/api/my/goals`, READER) })
  const started = performance.now()
  await move('goals', goals)
  await move('logs', logs)
  const seconds = (performance.now() - started) / 1000
  const slowest = p99(await reads.stop())
  const what = `restore: ${LOGS.toLocaleString('en')} logs of another hut`
  return [
    { what, measured: `${seconds.toFixed(1)} s`, goal: `≤ ${MOST_SECONDS} s`, passed: seconds <= MOST_SECONDS },
    {
      what: `${what}, a read meanwhile at p99`,
      measured: `${slowest.toFixed(1)} ms`,
      goal: `≤ ${MOST_READ_MS} ms`,
      passed: slowest <= MOST_READ_MS
    }
  ]
}
