/** A client that is generated from the API document does the main job, with an access token alone (D-156). */
import { OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccessToken } from '../../domain/accounts/access-tokens/api.ts'
import { newGoal } from '../../domain/goals/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Call = (params: object | null, body?: object) => Promise<{ status: number; data: Record<string, never> }>

/** The client of a program. It sends nothing but the token. */
async function clientOf(secret: string): Promise<Record<string, Call>> {
  const definition = (await world.visitor.request({ url: '/api/openapi.json' })).json()
  const api = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { headers: { authorization: `Bearer ${secret}` } }
  })
  const client = await api.getClient()
  client.defaults.adapter = async config => {
    const response = await world.app.inject({
      method: (config.method ?? 'get').toUpperCase() as 'GET',
      url: client.getUri(config),
      headers: config.headers.toJSON() as Record<string, string>,
      ...(config.data === undefined ? {} : { payload: config.data })
    })
    return { data: response.body, status: response.statusCode, statusText: '', headers: {}, config }
  }
  return client as unknown as Record<string, Call>
}

test('a generated client makes a goal, logs, joins a session and reads it, with a token alone', {
  tags: 'D-156'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const scopes = ['goals:write', 'goals:read', 'logs:write', 'sessions:write', 'sessions:read'] as const
  const { secret } = await ada.call(createAccessToken, { body: { name: 'A client', scopes: [...scopes], days: 1 } })
  const { event } = await grace.call(storeSession, { body: { challenge: { title: 'Squats', duration: 600 } } })
  const client = await clientOf(secret)
  const call = async (name: string, params: object | null, body?: object) => {
    const { status, data } = (await client[name]?.(params, body)) ?? { status: 0, data: {} }
    expect([name, status]).toEqual([name, 200])
    return data as Record<string, { id: number } & Record<string, unknown>>
  }

  const tasks = [{ ...newGoal(crypto.randomUUID()), title: 'Drink water' }]
  const { goal } = await call('postGoalsStore', null, { challenge: { tasks } })
  await call('postLogsStoreQuickLog', null, { goal_id: goal?.id, amount: 1 })
  await call('postChallengeEventsJoin', { event: event.slug }, {})
  const { serverData: session } = await call('getSessionsByEvent', { event: event.slug })
  expect(session).toMatchObject({ challengeEvent: { title: 'Squats' }, me: { username: 'ada' } })
  const { serverData: goals } = await call('getMyGoals', null)
  expect(goals).toMatchObject({ my_goals: [{ title: 'Drink water', amount_elapsed: 1 }] })
})
