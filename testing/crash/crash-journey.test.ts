/** People use the app over HTTP while it is killed. Everything acknowledged exists once and was paid for once. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newGoal } from '../../domain/goals/api.ts'
import { openDatabase } from '../../server/db/database.ts'
import { connectionOf } from '../../server/db/postgres/address.ts'
import { audit } from '../../server/tokens/audit.ts'
import { templateFolder } from '../database/template-folder.ts'
import { seededRandom } from '../random.ts'
import { registerAt, startKilledApp } from './killed-app.ts'

const KILLS = 5
const SEED = 20_261_121

const newFolder = templateFolder()

test('five kills of the app lose nothing acknowledged, charge nothing twice, and need no repair', {
  tags: ['TOK-14', 'D-02'],
  // About 10 to 17 seconds on a quiet machine. The time-out is there for a run that hangs.
  timeout: 240_000
}, async () => {
  const folder = await newFolder()
  const random = seededRandom(SEED)
  let server = await startKilledApp(folder)
  const cookie = await registerAt(server.address, 'ada')
  const { event } = await post(server.address, cookie, '/api/challenge-events', randomUUID(), {
    challenge: { title: 'Crash' }
  })

  /** The acknowledged id for each key, by kind of thing. */
  const acknowledged = {
    goal: new Map<string, number>(),
    log: new Map<string, number>(),
    message: new Map<string, number>()
  }
  let ending = false
  /** Retries until there is a response, at the app's current address, with one key, as a page does. */
  const send = async (path: string, body: object) => {
    const key = randomUUID()
    for (;;) {
      try {
        return { key, response: await post(server.address, cookie, path, key, body) }
      } catch {
        await setTimeout(20)
      }
    }
  }
  const person = async (): Promise<void> => {
    while (!ending) {
      const goal = await send('/api/goals/store', {
        challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Go on' }] }
      })
      acknowledged.goal.set(goal.key, goal.response.goal.id)
      const log = await send('/api/logs/store-quick-log', { goal_id: goal.response.goal.id, amount: 1 })
      acknowledged.log.set(log.key, log.response.log.id)
      const message = await send('/api/messages', {
        content: 'Still here',
        messageable_type: 'challenge_event',
        messageable_id: event.id
      })
      acknowledged.message.set(message.key, message.response.message.id)
      await setTimeout(20)
    }
  }
  const people = [person(), person(), person()]
  const count = () => Object.values(acknowledged).reduce((sum, { size }) => sum + size, 0)
  for (let kill = 0; kill < KILLS; kill++) {
    // Each kill comes in the middle of work, even on a slow machine.
    const before = count()
    while (count() < before + 4) await setTimeout(5)
    await setTimeout(random() * 100)
    await server.kill()
    server = await startKilledApp(folder)
  }
  ending = true
  await Promise.all(people)

  const connection = await connectionOf(folder)
  if (!connection) throw new Error('PostgreSQL does not run')
  const db = openDatabase(connection, console)
  onTestFinished(() => db.$client.end())
  let made = 0
  for (const [kind, table] of [
    ['goal', 'goals'],
    ['log', 'logs'],
    ['message', 'messages']
  ] as const) {
    const { rows } = await db.$client.query(
      `select t.id::int, count(l.id)::int as charges from ${table} t
       join users u on u.id = t.user_id left join ledger l on l.action = $1 and l.subject_id = t.id
       where u.username = 'ada' group by t.id order by t.id`,
      [kind]
    )
    // Every request got its response in the end, so there are no other rows.
    const ids = [...acknowledged[kind].values()].sort((a, b) => a - b)
    expect(rows).toEqual(ids.map(id => ({ id, charges: 1 })))
    made += rows.length
  }
  expect(made).toBeGreaterThan(KILLS * 3)
  const { rows } = await db.$client.query(
    "select free from balances join users u on u.id = user_id where u.username = 'ada'"
  )
  expect(rows[0].free).toBe(1000 - made)
  expect((await audit(db)).findings).toEqual([])
})

/** Throws unless the call succeeded. */
async function post(address: string, cookie: string, path: string, key: string, body: object) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
