/** Webhooks: what is sent to whom, signed, in order, again and again, and until when. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { confirmPassword } from '../../domain/accounts/passwords/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { completeGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { muteUser } from '../../domain/moderation/api.ts'
import { storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { endSession, joinSession, startSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import {
  createWebhook,
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  MOST_WEBHOOKS,
  rotateWebhook,
  sendAgain,
  switchWebhookOn
} from '../../domain/webhooks/api.ts'
import { EVENT_NAMES, FAILS_FOR_MS, type Format, retryDelay, type WebhookEvent } from '../../domain/webhooks/events.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openReceiver, type Receiver } from '../../testing/servers/webhook-receiver.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const LOOK = 5000
const HOUR = 3_600_000

let world: World
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  world = await openWorld({}, { network: receiver.network })
})
afterEach(() => {
  receiver.received.length = 0
  receiver.respond = () => 200
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

async function hookOf(
  person: Caller,
  more: { events?: readonly WebhookEvent[]; format?: Format; group_id?: number } = {}
) {
  const url = `https://hooks.example/${person.username}`
  const { webhook, secret } = await person.call(createWebhook, {
    body: {
      url,
      events: [...(more.events ?? EVENT_NAMES)],
      format: more.format ?? 'standard',
      group_id: more.group_id ?? null
    }
  })
  return { id: webhook.id, params: { webhook: String(webhook.id) }, secret }
}
const goalOf = async (person: Caller, title = 'Water'): Promise<number> => {
  const task = { ...newGoal(crypto.randomUUID()), title, unit: 'glasses' }
  return (await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal.id
}
const log = (person: Caller, goal_id: number, amount = 1) => person.call(storeQuickLog, { body: { goal_id, amount } })
/** Jumps, so that no claim ends while its delivery is on the way. */
async function later(ms: number): Promise<void> {
  world.clock.jump(ms - LOOK)
  await world.pass(LOOK)
}
/** Whether the reference library takes the last delivery with a secret. */
function isVerified(secret: string, change = ''): boolean {
  const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} }
  vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] })
  try {
    new Webhook(secret).verify(body + change, headers as Record<string, string>)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError)
    return false
  } finally {
    vi.useRealTimers()
  }
}
const sent = () => receiver.received.map(({ body }) => JSON.parse(body))
const types = () => sent().map(({ type }) => type)

test('the reference library of Standard Webhooks verifies what is sent', async () => {
  const ada = await world.as('ada')
  const { secret, params } = await hookOf(ada)
  await log(ada, await goalOf(ada), 2)
  await world.pass(LOOK)
  expect([isVerified(secret), isVerified(secret, ' '), isVerified(`whsec_${btoa('another')}`)]).toEqual([
    true,
    false,
    false
  ])
  expect(receiver.received[0]?.path).toBe('/ada')
  expect(sent()).toEqual([
    {
      type: 'log.made',
      timestamp: new Date(world.clock.now() - LOOK).toISOString(),
      data: {
        log: { id: expect.any(Number), day: '2026-03-02', title: '', amount: 2, distance: null, duration: null },
        goal: { id: expect.any(Number), title: 'Water', unit: 'glasses' },
        text: '2 glasses'
      }
    }
  ])
  expect((await ada.call(getDeliveries, { params })).deliveries).toMatchObject([
    { event: 'log.made', state: 'sent', attempts: 1, answer: '200' }
  ])
})

test('a person is told of their sessions, logs, goals and items, and of nothing else', async () => {
  const [bob, cid] = [await world.as('bob'), await world.as('cid')]
  await hookOf(bob)
  const goal = await goalOf(bob)
  await log(bob, goal)
  await bob.call(completeGoal, { params: { goal: String(goal) } })
  const { event } = await bob.call(storeSession, {
    body: { challenge: { title: 'Squats', duration: 600, is_manually_started: 1 } }
  })
  const params = { event: event.slug }
  await cid.call(joinSession, { params, body: {} })
  await bob.call(startSession, { params, body: {} })
  const message = { messageable_type: 'challenge_event' as const, messageable_id: event.id }
  await cid.call(sendMessage, { body: { ...message, content: 'Hello' } })
  await bob.call(storeSessionLog, { params, body: { amount: 3 } })
  await cid.call(storeSessionLog, { params, body: { amount: 4 } })
  await bob.call(endSession, { params, body: {} })
  const { item } = await bob.call(storeItem, { body: { title: 'On water', status: 0 } })
  await bob.call(updateItem, { params: { item: item.slug }, body: { itemData: { status: 1 } } })
  await bob.call(updateItem, { params: { item: item.slug }, body: { itemData: { content: '<p>More</p>' } } })
  // Things of someone else.
  await log(cid, await goalOf(cid))
  await world.pass(LOOK)
  expect(types().sort()).toEqual([
    ...['goal.reached', 'item.published', 'log.made', 'log.made', 'member.joined', 'message.sent'],
    ...['session.ended', 'session.started']
  ])
  const ofSession = sent().filter(({ data }) => data.session)
  expect(ofSession.map(({ type }) => type)).toEqual([
    ...['member.joined', 'session.started', 'message.sent', 'session.ended']
  ])
  expect(ofSession[2]?.data).toEqual({
    username: 'cid',
    content: 'Hello',
    session: { title: 'Squats', url: expect.stringMatching(/^http.*\/sessions\/squats/) }
  })
})

test('nobody is told what someone whom they muted says', async () => {
  const [dan, eve] = [await world.as('dan'), await world.as('eve')]
  await hookOf(dan, { events: ['message.sent'] })
  const { event } = await dan.call(storeSession, { body: { challenge: { title: 'Talk', duration: 600 } } })
  await eve.call(joinSession, { params: { event: event.slug }, body: {} })
  await dan.call(muteUser, { params: { username: 'eve' } })
  const message = { messageable_type: 'challenge_event' as const, messageable_id: event.id }
  await eve.call(sendMessage, { body: { ...message, content: 'Unheard' } })
  await dan.call(sendMessage, { body: { ...message, content: 'Heard' } })
  await world.pass(LOOK)
  expect(sent().map(({ data }) => data.content)).toEqual(['Heard'])
})

test('a group’s host is told of its sessions and members, and no one else can add that', async () => {
  const [fay, gus] = [await world.as('fay'), await world.as('gus')]
  const { group } = await fay.call(storeGroup, { body: { title: 'Walkers' } })
  const body = { url: 'https://hooks.example/x', events: ['member.joined' as const], group_id: group.id }
  expect((await gus.refused(createWebhook, { body })).body.errors).toHaveProperty('group_id')
  const own = { ...body, events: ['log.made' as const] }
  expect((await fay.refused(createWebhook, { body: own })).body.errors).toHaveProperty('events')
  await hookOf(fay, { group_id: group.id, events: ['member.joined', 'session.started', 'session.ended'] })
  await gus.call(joinGroup, { params: { hut: group.slug }, body: { is_joined: 1 } })
  await gus.call(storeSession, {
    body: {
      challenge: {
        title: 'Walk',
        duration: 600,
        hut_id: group.id,
        started_at: new Date(world.clock.now() + HOUR).toISOString()
      }
    }
  })
  await later(HOUR)
  await later(HOUR)
  await world.pass(LOOK)
  expect(sent().map(({ type, data }) => [type, data.username ?? data.session?.title])).toEqual([
    ['member.joined', 'gus'],
    ['session.started', 'Walk'],
    ['session.ended', 'Walk']
  ])
})

test('Discord, Slack and ntfy get a sentence', async () => {
  const hal = await world.as('hal')
  for (const format of ['discord', 'slack', 'ntfy'] as const) await hookOf(hal, { format, events: ['log.made'] })
  await log(hal, await goalOf(hal, '<Water> @everyone'), 2)
  await world.pass(LOOK)
  const bodies = receiver.received.map(({ body }) => body)
  expect(bodies).toContain('<Water> @everyone: 2 glasses')
  expect(bodies).toContain('{"content":"<Water> @everyone: 2 glasses","allowed_mentions":{"parse":[]}}')
  expect(bodies).toContain('{"text":"&lt;Water&gt; @everyone: 2 glasses"}')
})

test('what fails is tried again with the same id, and what follows on the same subject waits', async () => {
  const ida = await world.as('ida')
  const { params } = await hookOf(ida, { events: ['log.made'] })
  const [water, other] = [await goalOf(ida), await goalOf(ida, 'Other')]
  const tried: (string | undefined)[] = []
  receiver.respond = ({ headers, body }) => {
    tried.push(headers['webhook-id'] as string)
    return JSON.parse(body).data.goal.title === 'Water' && tried.length < 4 ? 503 : 200
  }
  await log(ida, water, 1)
  await log(ida, water, 2)
  await log(ida, other, 3)
  await world.pass(LOOK)
  expect(sent().map(({ data }) => data.log.amount)).toEqual([3])
  expect((await ida.call(getDeliveries, { params })).deliveries.at(-1)).toMatchObject({
    ...{ state: 'waiting', attempts: 1, answer: '503' }
  })
  for (const ms of [LOOK, 30_000, 2 * 60_000]) await later(ms)
  expect(sent().map(({ data }) => data.log.amount)).toEqual([3, 1, 2])
  expect(new Set(tried).size).toBe(3)
})

test('slow receivers of one person keep nobody else waiting', async () => {
  const [slow, quick] = [await world.as('sam'), await world.as('quinn')]
  for (let nth = 0; nth < MOST_WEBHOOKS; nth++) await hookOf(slow, { events: ['log.made'] })
  await hookOf(quick, { events: ['log.made'] })
  const { promise: end, resolve } = Promise.withResolvers<number>()
  receiver.respond = ({ path }) => (path === '/sam' ? end : 200)
  await log(slow, await goalOf(slow))
  const goal = await goalOf(quick)
  await log(quick, goal, 1)
  const passed = [world.pass(LOOK)]
  const amounts = () => sent().map(({ data }) => data.log.amount)
  await vi.waitFor(() => expect(amounts()).toEqual([1]), 5000)
  // What happens while they are on the way need not wait for them either.
  await log(quick, goal, 2)
  passed.push(world.pass(LOOK))
  await vi.waitFor(() => expect(amounts()).toEqual([1, 2]), 5000)
  resolve(200)
  await Promise.all(passed)
  expect(receiver.received).toHaveLength(2 + MOST_WEBHOOKS)
})

test('three nodes send each event once and in order, also when one dies while it sends', async () => {
  const jan = await world.as('jan')
  const { id } = await hookOf(jan, { events: ['log.made'] })
  const goals = [await goalOf(jan), await goalOf(jan, 'Other')]
  for (let amount = 1; amount <= 12; amount++) await log(jan, goals[amount % 2] ?? 0, amount)
  // A node that died has claimed the first one.
  const { rows } = await world.db.$client.query(
    `update webhook_deliveries set due_at = $2 where id = (
       select min(id) from webhook_deliveries where webhook_id = $1) returning id`,
    [id, new Date(world.clock.now() + 60_000)]
  )
  expect(rows).toHaveLength(1)
  const nodes = [await world.secondNode(), await world.secondNode()]
  await world.pass(LOOK)
  await world.pass(LOOK)
  const amounts = (title: string) =>
    sent()
      .filter(({ data }) => data.goal.title === title)
      .map(({ data }) => data.log.amount)
  expect([amounts('Water'), amounts('Other')]).toEqual([[2, 4, 6, 8, 10, 12], []])
  await later(60_000)
  await world.pass(LOOK)
  expect(amounts('Other')).toEqual([1, 3, 5, 7, 9, 11])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
  expect(nodes).toHaveLength(2)
})

test('an address that fails for a day is switched off, and its owner gets a mail', async () => {
  const kim = await world.as('kim')
  const { params } = await hookOf(kim, { events: ['log.made'] })
  receiver.respond = () => 500
  const goal = await goalOf(kim)
  await log(kim, goal)
  await world.pass(LOOK)
  for (let tries = 1; tries <= 11; tries++) await later(retryDelay(tries))
  const { webhooks } = await kim.call(getWebhooks)
  expect(webhooks[0]?.off_at).not.toBeNull()
  const [delivery] = (await kim.call(getDeliveries, { params })).deliveries
  expect(delivery?.state).toBe('failed')
  expect(delivery?.attempts).toBeGreaterThan(8)
  await world.pass(LOOK)
  const mail = world.mails.filter(({ to, subject }) => to === 'kim@example.org' && subject.includes('webhook'))
  expect(mail).toHaveLength(1)
  expect(mail[0]?.text).toContain('hooks.example')
  expect(mail[0]?.text).not.toContain('hooks.example/kim')

  // Nothing new is stored while it is off. It works again once it is on.
  await log(kim, goal, 2)
  const deliveryId = String(delivery?.id)
  expect((await kim.refused(sendAgain, { params: { ...params, delivery: deliveryId }, body: {} })).status).toBe(409)
  receiver.respond = () => 200
  await kim.call(confirmPassword, { body: { password: PASSWORD } })
  await kim.call(switchWebhookOn, { params, body: {} })
  await kim.call(sendAgain, { params: { ...params, delivery: deliveryId }, body: {} })
  await world.pass(LOOK)
  expect(sent().map(({ data }) => data.log.amount)).toEqual([1])
  expect(FAILS_FOR_MS).toBe(24 * HOUR)
})

test('a receiver that is gone for good is switched off at once', async () => {
  const lea = await world.as('lea')
  await hookOf(lea, { events: ['log.made'] })
  receiver.respond = () => 410
  await log(lea, await goalOf(lea))
  await world.pass(LOOK)
  expect((await lea.call(getWebhooks)).webhooks[0]?.off_at).not.toBeNull()
})

test('after a rotation, both secrets sign for a day, and then only the new one', async () => {
  const mia = await world.as('mia')
  const { params, secret } = await hookOf(mia, { events: ['log.made'] })
  const { secret: newer } = await mia.call(rotateWebhook, { params, body: {} })
  expect(newer).not.toBe(secret)
  const goal = await goalOf(mia)
  const verified = () => [secret, newer].map(one => isVerified(one))
  await log(mia, goal)
  await world.pass(LOOK)
  expect(verified()).toEqual([true, true])
  await later(25 * HOUR)
  await log(mia, goal)
  await world.pass(LOOK)
  expect(verified()).toEqual([false, true])
  expect(String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('an address must be public and https, and the guard of the server’s own requests holds', async () => {
  const nia = await world.as('nia')
  for (const url of [
    'http://hooks.example/',
    'ftp://hooks.example',
    'hooks.example',
    'https://',
    'javascript:alert(1)',
    ...['https://10.0.0.1/', 'https://167772161/', 'https://hooks.example:8443/', 'https://a:b@hooks.example/'],
    ...['https://:b@hooks.example/', 'https://localhost/', 'https://intranet/hook']
  ]) {
    const { status, body } = await nia.refused(createWebhook, { body: { url, events: ['log.made'] } })
    expect([url, status, Object.keys(body.errors ?? {})]).toEqual([url, 422, ['url']])
  }
  await nia.call(createWebhook, { body: { url: 'https://inside.example/', events: ['log.made'] } })
  // Its name leads elsewhere by now.
  await world.db.$client.query(`update webhooks set url = 'https://10.0.0.1/' where url = 'https://inside.example/'`)
  await log(nia, await goalOf(nia))
  await world.pass(LOOK)
  expect(sent()).toEqual([])
  const { rows } = await world.db.$client.query(
    `select answer from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     join users u on u.id = w.user_id where u.username = 'nia'`
  )
  expect(rows).toEqual([{ answer: 'its address can’t be used' }])
})

test('a webhook needs a recent proof, belongs to its person, and there are only so many', async () => {
  const [oda, pia] = [await world.as('oda'), await world.as('pia')]
  const { params } = await hookOf(oda)
  for (const call of [deleteWebhook, getDeliveries] as const) {
    expect((await pia.refused(call, { params })).status).toBe(404)
  }
  for (let nth = 1; nth < MOST_WEBHOOKS; nth++) await hookOf(oda)
  const create = () =>
    oda.request({
      method: 'POST',
      url: createWebhook.path,
      payload: { url: 'https://a.example', events: ['log.made'] }
    })
  expect((await create()).statusCode).toBe(409)
  await oda.call(deleteWebhook, { params })
  const responses = await Promise.all([create(), create()])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await world.pass(16 * 60_000)
  expect((await create()).json().error_code).toBe('PROOF_NEEDED')
})

test('a log that is refused is not sent', async () => {
  const ria = await world.as('ria')
  await hookOf(ria, { events: ['log.made'] })
  const goal = await goalOf(ria)
  await setUses(world, ria, 0)
  expect((await ria.refused(storeQuickLog, { body: { goal_id: goal, amount: 1 } })).status).toBe(402)
  await world.pass(LOOK)
  expect(sent()).toEqual([])
})
