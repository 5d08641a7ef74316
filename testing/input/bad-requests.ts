/** For tests of bad input: a thing of ada's for every parameter of a path, and raw requests. */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { createInvitation } from '../../domain/accounts/invitations/api.ts'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { importLogs } from '../../domain/import/api.ts'
import { type Endpoint, fillPath } from '../../domain/lib/endpoint.ts'
import { storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { followProgramme } from '../../domain/programmes/api.ts'
import { storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { storeParaphrase } from '../../domain/publishing/source-api.ts'
import { makeSeries } from '../../domain/series/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { allContracts } from '../contracts.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../plans.ts'
import { openRoom } from '../room.ts'
import { type Caller, openWorld, type World } from '../world.ts'

/** Every contract with a name for its test. */
export const namedContracts = (await allContracts()).endpoints.map(
  endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const
)
export const withBody = namedContracts.filter(([, { body }]) => body !== undefined)

interface Attacked {
  world: World
  ada: Caller
  /** The attacker. */
  mallory: Caller
  /** Things of ada's, by the names of the paths' parameters. */
  adas: Record<string, string>
  /** The path of a thing of ada's. Throws for a parameter that `adas` does not know. */
  adasPath: (path: string) => string
}

/** A world for the tests of a file, filled before the first test with one of each thing of ada's. */
export function attackedWorld(): Attacked {
  const attacked = {} as Attacked
  beforeAll(async () => {
    const world = await openWorld()
    const mallory = await world.as('mallory')
    const ada = await world.as('ada')
    const adas = await createAdasThings(world, ada)
    Object.assign(attacked, { world, ada, mallory, adas, adasPath: (path: string) => fillPath(path, adas) })
  })
  afterAll(() => attacked.world.close())
  return attacked
}

/** What the things need of a world. The fuzz test has it without the world of a test. */
interface House {
  as: (name: string) => Promise<Caller>
  admin: () => Promise<Caller>
  clock: { now: () => number }
}

/** Creates one of each thing for ada. Returns their ids and slugs by the names of the paths' parameters. */
export async function createAdasThings(world: House, ada: Caller): Promise<Record<string, string>> {
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'A' }] } }
  })
  const { log } = await ada.call(storeQuickLog, { body: { goal_id: goal.id, duration: 600 } })
  const [task, part] = [taskOf(), partOf()]
  const plan = { tasks: [taskGroupOf([task])], parts: [partGroupOf([part])] }
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'An activity', ...plan } } })
  const { id: room, event } = await openRoom(ada, [await world.as('grace')], { activity: challenge.slug })
  const { group } = await ada.call(storeGroup, { body: { title: 'A group' } })
  const list = await ada.call(storeActivityList, { body: { title: 'A list' } })
  const note = await ada.call(storeNote, { body: { content: 'A note', goal_id: goal.id } })
  const post = await ada.call(storeSessionPost, {
    params: { event },
    body: { item: { title: 'A post', content: 'Of ada' } }
  })
  const said = { content: 'Of ada', messageable_type: 'challenge_event', messageable_id: room } as const
  const { message } = await ada.call(sendMessage, { body: said })
  const { item: book } = await ada.call(storeItem, { body: { title: 'A book', is_book: 1 } })
  const { item } = await ada.call(storeItem, { body: { title: 'An item', parent_id: book.id } })
  const itemData = { content: '<p>Changed</p>' }
  await ada.call(updateItem, { params: { item: item.slug }, body: { itemData } })
  const { id: paraphrase } = await ada.call(storeParaphrase, { body: { snippet_id: item.id, content: 'Of ada' } })
  const imported = await ada.call(importLogs, {
    body: { uuid: randomUUID(), file_name: 'A file', logs: [{ day: '2026-01-31', amount: 1 }] }
  })
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const { event: dated } = await ada.call(storeSession, { body: { challenge: { title: 'A class', started_at } } })
  const { series } = await ada.call(makeSeries, {
    params: { event: dated.slug },
    body: { repeats: 'weekly', count: 2 }
  })
  const followed = await ada.call(followProgramme, { params: { programme: 'couch-to-5k' }, body: {} })
  const { invitation } = await (await world.admin()).call(createInvitation, { body: { most_uses: 1, days: 7 } })
  return {
    ...{ invitation: String(invitation.id), code: invitation.code, user: String((await ada.user()).id) },
    import: String(imported.id),
    book: book.slug,
    snippet: item.slug,
    item: item.slug,
    parentItem: book.slug,
    childItem: item.slug,
    person: 'ada',
    version: '1',
    draft: randomUUID(),
    paraphrase: String(paraphrase),
    goal: String(goal.id),
    log: String(log.id),
    challenge: challenge.slug,
    activity: String(challenge.id),
    event,
    series: series.slug,
    programme: 'couch-to-5k',
    follow: followed.path.split('/').at(-1) ?? '',
    run: '1',
    part: part.uuid,
    type: 'part',
    uuid: task.uuid,
    hut: group.slug,
    list: String(list.id),
    note: String(note.id),
    post: String(post.id),
    message: String(message.id),
    kinds: 'sessions',
    id: String(room),
    kind: 'message',
    subject: String(message.id),
    username: 'grace',
    slug: 'an-item',
    product: 'goals_sub',
    subscription: '1',
    invoice: '1',
    login: 'a-login',
    passkey: '1',
    access: '1',
    app: '1',
    question: 'a-question',
    press: '1',
    webhook: '1',
    delivery: '1',
    secret: 'a-secret',
    device: '1',
    token: 'a-token'
  }
}

/** Fills every parameter of a path with the same value. */
export const fillWith = (path: string, value: string) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, value])))

/** @param payload as it goes over the wire */
export function send(
  caller: Caller,
  { method }: Endpoint,
  url: string,
  payload?: string | Buffer,
  type = 'application/json'
) {
  return caller.request({
    method,
    url,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } })
  })
}

/** For requests that change nothing. Sends eight at a time, since one alone mostly waits for the database. */
export async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

const INTERNALS = /\bat \S+ \(|\.ts:\d|node_modules|select |insert into|stack/

/** Checks a refusal: a 4xx status and a JSON body with `message` and `error`, without internals of the server. */
export function expectRefused(response: LightMyRequestResponse, status?: number): void {
  const { statusCode } = response
  const body = response.json()
  // The error of an upload is an object (UPL-05).
  const error = body.error?.message ?? body.error
  const errors = statusCode === 422 ? Object.values(body.errors ?? {}) : []
  // Checks without `expect`: there are tens of thousands of responses, and each `expect` costs as much as a small
  // request.
  const faults = [
    statusCode < 400 || statusCode >= 500 ? 'it is no refusal' : [],
    status !== undefined && statusCode !== status ? `its status is not ${status}` : [],
    [body.message, error, ...errors].some(text => typeof text !== 'string') ? 'it has no text' : [],
    INTERNALS.test(response.body) ? 'it shows what is inside' : []
  ].flat()
  expect(faults, `${statusCode} ${response.body.slice(0, 300)}`).toEqual([])
}
