/** The Tokens page lists charges by page, even for things that are deleted. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { deleteGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { joinSession, leaveSession } from '../../domain/sessions/api.ts'
import { addFreeTokens, redeemAvailable } from '../../domain/tokens/api.ts'
import { openRoom } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const ledgerOf = async (person: Caller, query: Record<string, string | number> = {}) =>
  (await person.visit(tokensPage, {}, query)).ledger
async function goalOf(person: Caller, title: string): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}

test('a charge names its goal, log, session, message or post, but not the words of a note', {
  tags: 'TOK-21'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event, title } = await openRoom(grace)
  const goal_id = await goalOf(ada, 'Read')
  await ada.call(storeQuickLog, { body: { goal_id, amount: 1 } })
  await ada.call(joinSession, { params: { event }, body: {} })
  const content = 'Hello'
  await ada.call(sendMessage, { body: { content, messageable_type: 'challenge_event', messageable_id: id } })
  await ada.call(storeSessionPost, { params: { event }, body: { item: { content } } })
  await ada.call(storeSessionPost, { params: { event }, body: { item: { content, title: 'Titled' } } })
  await ada.call(storeNote, { body: { title: 'Private' } })
  expect((await ledgerOf(ada)).map(({ action, amount, subject }) => [action, amount, subject])).toEqual([
    ['note', -1, null],
    ['post', -1, 'Titled'],
    ['post', -1, title],
    ['message', -1, title],
    ['join', -1, title],
    ['log', -1, 'Read'],
    ['goal', -1, 'Read'],
    ['welcome', 1000, null]
  ])
})

test('a charge stays after its thing is deleted, and no use is returned', { tags: 'TOK-21' }, async () => {
  const [hedy, joan] = [await world.as('hedy'), await world.as('joan')]
  const { event } = await openRoom(joan, [hedy])
  const goal_id = await goalOf(hedy, 'Gone')
  const { all_remaining_tokens } = await hedy.user()
  await hedy.call(deleteGoal, { params: { goal: String(goal_id) } })
  await hedy.call(leaveSession, { params: { event }, body: {} })
  await hedy.call(joinSession, { params: { event }, body: {} })
  expect((await hedy.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  expect((await ledgerOf(hedy)).map(({ action }) => action)).toEqual(['goal', 'join', 'welcome'])
})

test('the ledger has pages with one extra entry, also filtered by reason', {
  tags: ['D-22', 'TOK-21']
}, async () => {
  const mary = await world.as('mary')
  for (let nth = 1; nth <= 11; nth++) await mary.call(storeNote, { body: { title: `Note ${nth}` } })
  const first = await ledgerOf(mary)
  expect(first).toHaveLength(11)
  const second = await ledgerOf(mary, { page: 2 })
  expect(second.map(({ action }) => action)).toEqual(['note', 'welcome'])
  expect(second[0]).toEqual(first[10])
  expect(await ledgerOf(mary, { page: 3 })).toEqual([])
  expect(await ledgerOf(mary, { page: 2, reason: 'note' })).toHaveLength(1)
  expect((await ledgerOf(mary, { reason: 'welcome' })).map(({ amount }) => amount)).toEqual([1000])
})

test('a visitor sees the pool and no ledger, and each person only their own', { tags: 'SEC-14' }, async () => {
  const [vera, lise] = [await world.as('vera'), await world.as('lise')]
  await goalOf(vera, 'Of vera')
  expect(await world.visitor.visit(tokensPage)).toMatchObject({ balance: null, ledger: [], redeemed: false })
  expect(JSON.stringify(await lise.visit(tokensPage))).not.toContain('Of vera')
})

test('the last use is spent, the next is refused, and redeemed tokens pay again', { tags: 'TOK-02' }, async () => {
  const olga = await world.as('olga')
  await setUses(world, olga, 1)
  const spent = await olga.request({ method: 'POST', url: '/api/notes', payload: { title: 'Last' } })
  expect([spent.statusCode, spent.headers['x-tokens-left']]).toEqual([200, '0'])
  const { status, body } = await olga.refused(storeNote, { body: { title: 'One more' } })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  await olga.call(redeemAvailable)
  await olga.call(storeNote, { body: { title: 'Again' } })
  expect((await olga.user()).all_remaining_tokens).toBe(49_999)
})

test('uses come from the tokens that end soonest, then from the next ones within one call', {
  tags: 'D-03'
}, async () => {
  const rosa = await world.as('rosa')
  await setUses(world, rosa, 1)
  await setUses(world, rosa, 5, 'purchased')
  for (const title of ['One', 'Two']) await rosa.call(storeNote, { body: { title } })
  expect((await rosa.visit(tokensPage)).balance).toEqual({ monthly: 0, free: 0, purchased: 4 })
  expect((await ledgerOf(rosa, { reason: 'note' })).map(({ bucket }) => bucket)).toEqual(['purchased', 'free'])
})

test('a key with which an admin has filled the pool cannot be used with another amount', { tags: 'D-08' }, async () => {
  const admin = await world.admin()
  const pool = async () => (await world.visitor.visit(tokensPage)).pool
  const before = await pool()
  const key = 'filled-once-alone'
  const add = (amount: number) => admin.call(addFreeTokens, { body: { amount }, key })
  expect(await Promise.all([add(3), add(3), add(3)])).toHaveLength(3)
  expect(await pool()).toBe(before + 3)
  const { status, body } = await admin.refused(addFreeTokens, { body: { amount: 4 }, key })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
  expect(await pool()).toBe(before + 3)
})
