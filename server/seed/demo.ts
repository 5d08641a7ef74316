/**
 * Creates people for development (`npm run dev`), with goals, logs, a session that runs for a month and a session in
 * the future. They make the same calls as real people, so everything is checked, charged and counted.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { register } from '../../domain/accounts/api.ts'
import { followActivity } from '../../domain/activities/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { completeGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { type CallOf, type Endpoint, fillPath, type ResponseOf } from '../../domain/lib/endpoint.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { joinSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import type { Clock } from '../lib/clock.ts'
import { type DemoPerson, PEOPLE } from './demo-people.ts'

/** @internal Used by tests only. */
export const DEMO_PASSWORD = 'demo password'
const DAY = 24 * 3600

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever its schemas
type Call = <E extends Endpoint<string, any, any, any>>(endpoint: E, input: CallOf<E>) => Promise<ResponseOf<E>>

/** Creates the demo people. A person who exists stays unchanged, and then no second pair of sessions is created. */
export async function seedDemo(app: FastifyInstance, clock: Pick<Clock, 'now'>): Promise<void> {
  // One after another, because passwords are hashed two at a time and long waits are refused.
  const calls: (Call | null)[] = []
  for (const person of PEOPLE) calls.push(await enter(app, person))
  const [ada, grace, hedy, katherine] = calls
  if (ada && grace && hedy) await makeRunning(ada, grace, hedy)
  if (grace && katherine) await makeComing(grace, katherine, new Date(clock.now() + DAY * 1000))
}

/** Registers a person and creates their goals. Returns null when the name is taken. */
async function enter(app: FastifyInstance, { goals, ...names }: DemoPerson): Promise<Call | null> {
  const call = browserOf(app)
  const registration = {
    ...names,
    email: `${names.username}@example.org`,
    password: DEMO_PASSWORD,
    password_confirmation: DEMO_PASSWORD
  }
  const isNew = await call(register, { body: registration }).catch(error => {
    if (error instanceof CallFailed && error.status === 422) return null
    throw error
  })
  if (!isNew) return null
  for (const { goal, logs = [], completed } of goals) {
    const tasks = [{ ...newGoal(randomUUID()), ...goal }]
    const { goal: made } = await call(storeGoal, { body: { challenge: { tasks } } })
    for (const log of logs) await call(storeQuickLog, { body: { goal_id: made.id, ...log } })
    if (completed) await call(completeGoal, { params: { goal: String(made.id) } })
  }
  return call
}

async function makeRunning(ada: Call, grace: Call, hedy: Call): Promise<void> {
  const { event } = await ada(storeSession, {
    body: { activity: 'thirty-days-of-reading', challenge: { title: 'Reading together', duration: 30 * DAY } }
  })
  const params = { event: event.slug }
  for (const person of [grace, hedy]) await person(joinSession, { params, body: {} })
  const task = event.tasks.flatMap(group => group.parts)[0]
  for (const [person, amount] of [
    [ada, 24],
    [grace, 10]
  ] as const) {
    await person(storeSessionLog, { params, body: { task_uuid: task?.uuid ?? null, amount } })
  }
  for (const [person, content] of [
    [ada, 'Welcome! What are you reading?'],
    [grace, 'The Mythical Man-Month, again.'],
    [hedy, 'Something with a happy ending.']
  ] as const) {
    await person(sendMessage, { body: { content, messageable_type: 'challenge_event', messageable_id: event.id } })
  }
  await ada(followActivity, { params: { challenge: 'thirty-days-of-reading' }, body: {} })
}

async function makeComing(grace: Call, katherine: Call, start: Date): Promise<void> {
  const { event } = await grace(storeSession, {
    body: { activity: 'deep-work-90', challenge: { title: 'Tomorrow’s deep work', started_at: start.toISOString() } }
  })
  await katherine(joinSession, { params: { event: event.slug }, body: {} })
}

class CallFailed extends Error {
  readonly status: number

  constructor(call: string, status: number, body: string) {
    super(`${call} returned ${status}: ${body}`)
    this.status = status
  }
}

/** Acts as a browser: keeps the login cookie between calls. */
function browserOf(app: FastifyInstance): Call {
  const cookies: Record<string, string> = {}
  return async ({ method, path }, input) => {
    const { params, body } = input as { params?: Record<string, string>; body?: object }
    const response = await app.inject({
      method,
      url: fillPath(path, params),
      cookies,
      ...(body ? { payload: body } : {})
    })
    for (const { name, value } of response.cookies) cookies[name] = value
    if (response.statusCode !== 200) throw new CallFailed(`${method} ${path}`, response.statusCode, response.body)
    return response.json()
  }
}
