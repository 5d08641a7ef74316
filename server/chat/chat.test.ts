import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earlierMessages, sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { endSession, joinSession, leaveSession, startSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function room(host: Caller, challenge: object = {}) {
  const { event } = await host.call(storeSession, { body: { activity: 'lean-coffee', challenge } })
  return { event, params: { event: event.slug }, say: (content: string) => ({ body: message(event.id, content) }) }
}

const message = (id: number, content: string) => ({
  content,
  messageable_type: 'challenge_event' as const,
  messageable_id: id,
  client_uuid: 'tab-1'
})
const heard = async (params: { event: string }, person: Caller = world.visitor) =>
  (await person.visit(sessionChatPage, params)).messages.map(({ content }) => content)

test('a member sends a message, and everyone may read it', {
  tags: ['CHAT-18', 'CHAT-19', 'CHAT-21..CHAT-26', 'SES-021', 'SES-104', 'SEC-24']
}, async () => {
  const ada = await world.as('ada')
  const { event, params, say } = await room(ada)
  const response = await ada.call(sendMessage, say('  Hello, <b>hut</b>  '))
  expect(response).toEqual({
    message: {
      id: expect.any(Number),
      content: 'Hello, <b>hut</b>',
      messageable_type: 'challenge_event',
      messageable_id: event.id,
      client_uuid: 'tab-1',
      username: 'ada',
      created_at: new Date(world.clock.now()).toISOString()
    },
    error: null,
    error_code: null
  })
  expect((await world.visitor.visit(sessionChatPage, params)).messages).toEqual([response.message])
  const { rows } = await world.db.$client.query('select event from room_events where session_id = $1', [event.id])
  expect(rows.at(-1).event).toEqual({ type: 'message', message: response.message })
})

test('a message costs one use, even at the address without /api', { tags: ['TOK-08', 'D-02'] }, async () => {
  const grace = await world.as('grace')
  const { say } = await room(grace)
  const response = await grace.request({ method: 'POST', url: '/messages', payload: say('One').body })
  expect([response.statusCode, response.headers['x-tokens-left']]).toEqual([200, '999'])
  expect((await grace.user()).all_remaining_tokens).toBe(999)
})

test('only members chat, and only while the session runs', {
  tags: ['CHAT-02', 'SEC-50', 'SEC-55', 'D-106']
}, async () => {
  const ada = await world.as('ada')
  const hedy = await world.as('hedy')
  const { params, say } = await room(ada, { is_manually_started: 1 })
  const refusals = async (person: Caller) => {
    const { status, body } = await person.refused(sendMessage, say('No'))
    return [status, body.message]
  }
  const closed = [409, 'Chat is active when the session is in progress.']
  const joinFirst = [403, 'Please join the challenge to use that feature.']
  expect(await refusals(ada)).toEqual(closed)
  await ada.call(startSession, { params, body: {} })
  expect(await refusals(hedy)).toEqual(joinFirst)
  expect(await refusals(await world.admin())).toEqual(joinFirst)
  expect((await world.visitor.refused(sendMessage, say('No'))).status).toBe(401)
  await hedy.call(joinSession, { params, body: {} })
  await hedy.call(sendMessage, say('Now I may'))
  await hedy.call(leaveSession, { params, body: {} })
  expect(await refusals(hedy)).toEqual(joinFirst)
  await ada.call(endSession, { params, body: {} })
  expect(await refusals(ada)).toEqual(closed)
  expect(await heard(params)).toEqual(['Now I may'])
  expect((await hedy.user()).all_remaining_tokens).toBe(998)
})

test('a session that is over takes no message, even if nothing has ended it yet', {
  tags: ['CHAT-02', 'D-82']
}, async () => {
  const ada = await world.as('ada')
  const { params, say } = await room(ada, { duration: 300 })
  world.clock.jump(300_000)
  expect((await ada.refused(sendMessage, say('Too late'))).status).toBe(409)
  expect(await heard(params)).toEqual([])
})

test.each([
  ['nothing', { content: '' }, 'content'],
  ['only spaces', { content: '  \n ' }, 'content'],
  ['no text at all', { content: undefined }, 'content'],
  ['too much', { content: 'x'.repeat(2001) }, 'content'],
  ['a null byte', { content: 'a\u0000b' }, 'content'],
  ['something for a forum', { messageable_type: 'post' }, 'messageable_type'],
  ['something for nowhere', { messageable_id: undefined }, 'messageable_id'],
  ['something for a word', { messageable_id: 'ten' }, 'messageable_id']
])(
  'a message with %s is refused under its field, and is free',
  { tags: ['CHAT-18', 'D-107', 'API-48'] },
  async (_, wrong, field) => {
    const ada = await world.as('ada')
    const { event, params } = await room(ada)
    const left = (await ada.user()).all_remaining_tokens
    const { status, body } = await ada.refused(sendMessage, { body: { ...message(event.id, 'Hello'), ...wrong } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    expect(await heard(params)).toEqual([])
    expect((await ada.user()).all_remaining_tokens).toBe(left)
  }
)

test('a session that does not exist is not found', { tags: 'D-107' }, async () => {
  const ada = await world.as('ada')
  expect((await ada.refused(sendMessage, { body: message(999_999, 'Hello') })).status).toBe(404)
})

test('retries with the same key store and charge one message, also at the same time', async () => {
  const mary = await world.as('mary')
  const { params, say, event } = await room(mary)
  const input = { ...say('Once'), key: randomUUID() }
  const responses = await Promise.all(Array.from({ length: 6 }, () => mary.call(sendMessage, input)))
  responses.push(await mary.call(sendMessage, input))
  expect(new Set(responses.map(({ message }) => message.id)).size).toBe(1)
  expect(await heard(params)).toEqual(['Once'])
  expect((await mary.user()).all_remaining_tokens).toBe(999)
  const { rows } = await world.db.$client.query(
    "select count(*)::int from room_events where session_id = $1 and event ->> 'type' = 'message'",
    [event.id]
  )
  expect(rows[0].count).toBe(1)
})

test('a key that made a message in one room makes none in another, and costs one use', async () => {
  const joan = await world.as('joan')
  const rooms = [await room(joan), await room(joan)]
  const key = randomUUID()
  const send = (at: number) => {
    const { body } = (rooms[at] as (typeof rooms)[number]).say(`In room ${at}`)
    return joan.request({ method: 'POST', url: '/messages', payload: body, headers: { 'idempotency-key': key } })
  }
  const statuses = (await Promise.all([send(0), send(1)])).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 422])
  const first = statuses.indexOf(200)
  expect([(await send(first)).statusCode, (await send(1 - first)).statusCode]).toEqual([200, 422])
  const all = await Promise.all(rooms.map(({ params }) => heard(params)))
  expect(all.flat()).toEqual([`In room ${first}`])
  expect((await joan.user()).all_remaining_tokens).toBe(999)
})

test('without tokens no message is stored', { tags: 'TOK-08' }, async () => {
  const broke = await world.as('broke')
  const { params, say } = await room(broke)
  await setUses(world, broke, 0)
  const { status, body } = await broke.refused(sendMessage, say('Hello'))
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect(await heard(params)).toEqual([])
})

test('the chat page has the newest fifty messages, the oldest first', { tags: 'SES-104' }, async () => {
  const ida = await world.as('ida')
  const { params, say } = await room(ida)
  for (let index = 1; index <= 53; index++) await ida.call(sendMessage, say(String(index)))
  const messages = await heard(params)
  expect(messages).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 4)))
})

test('the chat pages back to its first message, without those that were deleted', { tags: 'SES-104' }, async () => {
  const ida = await world.as('ida2')
  const { params, say } = await room(ida)
  for (let index = 1; index <= 103; index++) await ida.call(sendMessage, say(String(index)))
  const page = await world.visitor.visit(sessionChatPage, params)
  expect(page.has_earlier).toBe(true)
  const back = async (before?: number) => {
    const query = before === undefined ? {} : { before: String(before) }
    const { messages, has_earlier } = await world.visitor.call(earlierMessages, { params, query })
    return { ids: messages.map(({ id }) => id), texts: messages.map(({ content }) => content), has_earlier }
  }
  expect((await back()).texts).toEqual(page.messages.map(({ content }) => content))
  const second = await back(page.messages[0]?.id)
  expect([second.texts[0], second.texts.at(-1), second.texts.length, second.has_earlier]).toEqual(['4', '53', 50, true])
  const third = await back(second.ids[0])
  expect([third.texts, third.has_earlier]).toEqual([['1', '2', '3'], false])
  await ida.call(deleteMessage, { params: { message: String(third.ids[1]) } })
  expect((await back(second.ids[0])).texts).toEqual(['1', '3'])
  expect((await back(third.ids[0])).texts).toEqual([])
})

test.each(['x', '-1', '1.5', '1e3', '9'.repeat(20)])(
  'the message %s in before is refused with 422',
  { tags: 'SES-104' },
  async before => {
    const ida = await world.as('ida2')
    const { params } = await room(ida)
    const { status, body } = await ida.refused(earlierMessages, { params, query: { before } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['before']])
  }
)

test('a session that does not exist has no messages: 404', { tags: 'SES-104' }, async () => {
  const params = { event: 'nowhere' }
  expect((await world.visitor.refused(earlierMessages, { params })).status).toBe(404)
})

test('messages that are sent at the same moment are numbered without a gap', async () => {
  const people = await Promise.all(['ada', 'lise', 'dorothy'].map(name => world.as(name)))
  const [host, ...guests] = people
  const { params, say, event } = await room(host as Caller)
  for (const guest of guests) await guest.call(joinSession, { params, body: {} })
  await Promise.all(people.flatMap(person => [1, 2, 3, 4, 5].map(() => person.call(sendMessage, say('Hi')))))
  const { rows } = await world.db.$client.query('select seq from room_events where session_id = $1 order by seq', [
    event.id
  ])
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(await heard(params)).toHaveLength(15)
})

test('messages that are stored together are refused or charged each on its own', {
  tags: ['CHAT-18', 'SEC-55', 'D-02']
}, async () => {
  const host = await world.as('emmy')
  const poor = await world.as('poor')
  const stranger = await world.as('stranger')
  const { params, say, event } = await room(host)
  await poor.call(joinSession, { params, body: {} })
  await setUses(world, poor, 2)
  const key = randomUUID()
  const outcomes = await Promise.allSettled([
    host.call(sendMessage, say('from the host')),
    ...[1, 2, 3].map(number => poor.call(sendMessage, say(`poor ${number}`))),
    stranger.call(sendMessage, say('from outside')),
    host.call(sendMessage, { ...say('twice'), key }),
    host.call(sendMessage, { ...say('twice'), key })
  ])
  const fulfilled = outcomes.map(({ status }) => status === 'fulfilled')
  expect([fulfilled[0], fulfilled.slice(1, 4).filter(Boolean).length, ...fulfilled.slice(4)]).toEqual([
    true,
    2,
    false,
    true,
    true
  ])
  expect((await heard(params)).toSorted()).toEqual(
    [
      'from the host',
      ...[1, 2, 3].filter(number => fulfilled[number]).map(number => `poor ${number}`),
      'twice'
    ].toSorted()
  )
  expect([(await poor.user()).all_remaining_tokens, (await host.user()).all_remaining_tokens]).toEqual([0, 998])
  const { rows } = await world.db.$client.query(
    "select seq, event -> 'message' ->> 'id' as id from room_events where session_id = $1 and event ->> 'type' = 'message' order by seq",
    [event.id]
  )
  expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b))
})

test('a retry succeeds although its message used up the last token', { tags: 'D-02' }, async () => {
  const last = await world.as('last')
  const { say } = await room(last)
  await setUses(world, last, 1)
  const input = { ...say('The last one'), key: randomUUID() }
  const { message } = await last.call(sendMessage, input)
  expect((await last.call(sendMessage, input)).message).toEqual(message)
})
