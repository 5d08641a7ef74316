/**
 * Follows the path of a new user of the API: generates a client from the document, compiles a program with it, and runs
 * it.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../testing/socket-client.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PROGRAM = `
import { createClient, OPERATIONS, type OperationId, type OperationPath, type OperationTag, type Ops } from './client.ts'

const serverUrl = process.argv[2] ?? ''

/** A browser keeps cookies by itself. */
function clientOf() {
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('cookie', [...cookies.values()].join('; '))
    const response = await fetch(request)
    for (const set of response.headers.getSetCookie()) cookies.set(set.split('=')[0] ?? '', set.split(';')[0] ?? '')
    return response
  }
  return createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, { serverUrl, fetch: send })
}

const person = (username: string) => ({
  username, email: username + '@example.org', password: 'correct horse battery', password_confirmation: 'correct horse battery'
})

const ada = clientOf()
await ada.postRegister({ body: person('ada') })
await ada.postLogout({})
const { user } = await ada.postLogin({ body: { email: 'ada@example.org', password: 'correct horse battery' } })

const { goal } = await ada.postGoalsStore({
  body: { challenge: { tasks: [{ title: 'Drink water', amount: 8, unit: 'glasses' }] } },
  headers: { 'Idempotency-Key': 'drink-water', 'X-Person': String(user.id) }
})
const logged = await ada.postLogsStoreQuickLog({ body: { goal_id: goal.id, amount: 2 } })
const remaining: number | null = logged.goal?.amount_remaining ?? null

const { event } = await ada.postChallengeEvents({ body: { challenge: { title: 'Together', duration: 600 } } })
const grace = clientOf()
await grace.postRegister({ body: person('grace') })
const { participant } = await grace.postChallengeEventsJoin({ path: { event: event.slug }, body: {} })
await grace.postMessages({
  body: { content: 'Hello', messageable_type: 'challenge_event', messageable_id: event.id }
})
const { serverData } = await ada.getSessionsChat({ path: { event: event.slug } })

console.log(JSON.stringify({
  me: user.username,
  remaining,
  joined: participant.username,
  said: serverData.messages.map(({ username, content }) => [username, content]),
  people: serverData.participants.map(({ username }) => username)
}))
`

test('a generated client compiles, signs in, logs a goal and meets another person in a session', async () => {
  const folder = await temporaryFolder()
  const bin = resolve(import.meta.dirname, '../../node_modules/.bin')
  const run = promisify(execFile)
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), REDOCLY_TELEMETRY: 'off', CI: 'true' }
  const tool = (name: string, args: string[]) => run(name, args, { cwd: folder, env })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(world.app.swagger()))
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  await writeFile(join(folder, 'wrong.ts'), PROGRAM.replace('goal_id: goal.id', 'goal_id: goal.title'))
  await writeFile(join(folder, 'globals.d.ts'), 'declare const process: { argv: string[] }')
  const style = ['--args-style', 'grouped', '--import-ext', 'ts']
  await tool('redocly', ['generate-client', 'openapi.json', '--output', 'client.ts', ...style])

  const options = '--noEmit --strict --target es2024 --module esnext --moduleResolution bundler --types --skipLibCheck'
  const compile = (file: string) =>
    tool('tsc', [...options.split(' '), '', '--allowImportingTsExtensions', 'globals.d.ts', file])
  await compile('program.ts')
  await expect(compile('wrong.ts')).rejects.toThrow()

  const { stdout } = await tool('node', ['program.ts', `http://${await addressOf(world.app)}`])
  expect(JSON.parse(stdout)).toEqual({
    me: 'ada',
    remaining: 6,
    joined: 'grace',
    said: [['grace', 'Hello']],
    people: ['ada', 'grace']
  })
}, 60_000)
