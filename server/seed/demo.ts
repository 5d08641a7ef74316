/**
 * Creates people for development (`npm run dev`), with goals, logs, a session that runs for a month and a session in
 * the future. They make the same calls as real people, so everything is checked, charged and counted.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { register } from '../../domain/accounts/api.ts'
import { followActivity } from '../../domain/activities/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { completeGoal, type GoalInput, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { type CallOf, type Endpoint, fillPath, type ResponseOf } from '../../domain/lib/endpoint.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { joinSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import type { Clock } from '../lib/clock.ts'

/** @internal Used by tests only. */
export const DEMO_PASSWORD = 'demo password'
const DAY = 24 * 3600

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever its schemas
type Call = <E extends Endpoint<string, any, any, any>>(endpoint: E, input: CallOf<E>) => Promise<ResponseOf<E>>
type Logged = Omit<CallOf<typeof storeQuickLog>['body'], 'goal_id'>

interface DemoGoal {
  goal: Partial<GoalInput> & { title: string }
  logs?: Logged[]
  completed?: true
}

interface DemoPerson {
  username: string
  first_name: string
  last_name: string
  goals: DemoGoal[]
}

const PEOPLE: DemoPerson[] = [
  {
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    goals: [
      {
        goal: { title: 'Plant the balcony', is_list: 1, list: ['Soil', 'Seeds', 'Pots'].map(item) },
        completed: true
      },
      {
        goal: {
          title: 'Practise the piano',
          action: 'Practise',
          unit: 'rounds',
          amount: 20,
          quick_log_buttons: [{ uuid: randomUUID(), title: '25 min', amount: 1, duration: 1500 }]
        },
        logs: [{ title: 'Scales', amount: 1, duration: 1500, status: LogStatus.Done }]
      },
      {
        goal: { title: 'Read 12 books', action: 'Read', unit: 'books', amount: 12 },
        logs: [
          { title: 'Middlemarch', amount: 1 },
          { title: 'The Peregrine', amount: 1 }
        ]
      }
    ]
  },
  {
    username: 'grace',
    first_name: 'Grace',
    last_name: 'Hopper',
    goals: [
      {
        goal: { title: 'Write the talk', action: 'Write', unit: 'pages', amount: 10 },
        logs: [{ amount: 2 }]
      },
      { goal: { title: 'Run 100 miles', action: 'Run', distance: 100 }, logs: [{ distance: 3.1 }, { distance: 5 }] }
    ]
  },
  {
    username: 'hedy',
    first_name: 'Hedy',
    last_name: 'Lamarr',
    goals: [{ goal: { title: 'Drink water', action: 'Drink', unit: 'glasses', amount: 8 }, logs: [{ amount: 3 }] }]
  },
  { username: 'katherine', first_name: 'Katherine', last_name: 'Johnson', goals: [] }
]

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

function item(title: string) {
  return { uuid: randomUUID(), title }
}
