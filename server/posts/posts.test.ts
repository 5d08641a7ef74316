import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { deletePost, MOST_REPLIES, sessionHutPage, storePost, storeSessionPost } from '../../domain/posts/api.ts'
import { endSession, leaveSession } from '../../domain/sessions/api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { posts } from '../db/schema/discussion.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const item = (content: string, rest: { title?: string; parent_id?: number } = {}) => ({ item: { content, ...rest } })

test('a member posts, and the response and the page show the post', {
  tags: ['SES-022', 'SES-103', 'FOR-01', 'FOR-02', 'FOR-03', 'FOR-08..FOR-13', 'SEC-23']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(ada, [grace])
  const post = await grace.call(storePost, {
    params: { challenge: event },
    body: item('<p>Hello</p>', { title: ' First ' })
  })
  expect(post).toEqual({
    id: expect.any(Number),
    title: 'First',
    content: '<p>Hello</p>',
    parent_id: null,
    username: 'grace',
    created_at: new Date(world.clock.now()).toISOString(),
    is_deleted: 0
  })
  const page = await world.visitor.visit(sessionHutPage, { event })
  expect(page.posts).toEqual([{ ...post, replies: [] }])
  const under = await world.visitor.request({ url: `/api/activities/none/events/${event}/hut` })
  expect(under.json().serverData.posts).toEqual(page.posts)
})

test('the call accepts the id or the slug, under both names and without /api', { tags: 'D-108' }, async () => {
  const ada = await world.as('ada')
  const { id, event } = await openRoom(ada)
  await ada.call(storePost, { params: { challenge: String(id) }, body: item('One') })
  await ada.call(storeSessionPost, { params: { event }, body: item('Two') })
  const response = await ada.request({ method: 'POST', url: `/challenges/${event}/posts`, payload: item('Three') })
  expect(response.statusCode).toBe(200)
  const { posts: shown } = await ada.visit(sessionHutPage, { event })
  expect(shown.map(({ content }) => content)).toEqual(['Three', 'Two', 'One'])
})

test('a reply appears under its post, one level deep, and needs no title', { tags: 'FOR-05' }, async () => {
  const ada = await world.as('ada')
  const [{ event }, other] = [await openRoom(ada), await openRoom(ada)]
  const params = { event }
  const post = await ada.call(storeSessionPost, { params, body: item('Question', { title: 'Q' }) })
  const replies = []
  for (const text of ['A1', 'A2']) {
    replies.push(await ada.call(storeSessionPost, { params, body: item(text, { parent_id: post.id }) }))
  }
  expect(replies[0]).toMatchObject({ parent_id: post.id, title: '' })
  expect((await ada.visit(sessionHutPage, params)).posts).toEqual([{ ...post, replies }])
  const wrong: [string, number][] = [
    [event, replies[0]?.id ?? 0],
    [event, 999_999],
    [other.event, post.id]
  ]
  for (const [where, parent_id] of wrong) {
    const { status, body } = await ada.refused(storeSessionPost, {
      params: { event: where },
      body: item('A', { parent_id })
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toEqual(['item.parent_id'])
  }
})

test('anything that could run is removed from a post; formatting of the editor stays', { tags: 'D-119' }, async () => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada)
  const sent =
    '<h2>Plan</h2><script>alert(1)</script><p onclick="x()">Go <a href="javascript:x()">on</a></p><iframe src="/"></iframe>'
  const { content } = await ada.call(storeSessionPost, { params: { event }, body: item(sent) })
  expect(content).toContain('<h2>Plan</h2>')
  expect(content).not.toMatch(/script|onclick|iframe/)
})

test.each([
  ['nothing', {}, 'item.content'],
  ['spaces', { content: '  ' }, 'item.content'],
  ['marks without a word', { content: '<p>&nbsp;<br></p>' }, 'item.content'],
  ['only what is taken out', { content: '<script>alert(1)</script>' }, 'item.content'],
  ['a null byte', { content: 'a\u0000b' }, 'item.content'],
  ['too much', { content: 'x'.repeat(50_001) }, 'item.content'],
  ['a long title', { content: 'x', title: 'x'.repeat(256) }, 'item.title'],
  ['a parent that is no number', { content: 'x', parent_id: 'one' }, 'item.parent_id']
])('a post with %s is refused under its field and costs nothing', { tags: 'FOR-02' }, async (_, wrong, field) => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada)
  const { all_remaining_tokens } = await ada.user()
  const { status, body } = await ada.refused(storeSessionPost, { params: { event }, body: { item: wrong } })
  expect(status).toBe(422)
  expect(Object.keys(body.errors ?? {})).toEqual([field])
  expect((await ada.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  expect((await ada.visit(sessionHutPage, { event })).posts).toEqual([])
})

test('posting needs a login and membership; a person who left may not post', {
  tags: ['FOR-04', 'SEC-23', 'SEC-50', 'SEC-55']
}, async () => {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const { event } = await openRoom(ada, [grace])
  const call = { params: { event }, body: item('Hi') }
  expect((await world.visitor.refused(storeSessionPost, call)).status).toBe(401)
  const { status, body } = await hedy.refused(storeSessionPost, call)
  expect([status, body.message]).toEqual([403, 'Please join the challenge to use that feature.'])
  await grace.call(leaveSession, { params: { event }, body: {} })
  expect((await grace.refused(storeSessionPost, call)).status).toBe(403)
  expect((await ada.refused(storeSessionPost, { ...call, params: { event: 'nowhere' } })).status).toBe(404)
})

test('members post at any status', { tags: 'D-86' }, async () => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada, [], { waits: true })
  await ada.call(storeSessionPost, { params: { event }, body: item('Before') })
  const { event: running } = await openRoom(ada)
  await ada.call(endSession, { params: { event: running }, body: {} })
  await ada.call(storeSessionPost, { params: { event: running }, body: item('After') })
})

test('a post and a reply cost one use each, with an entry; a refusal costs none', { tags: 'TOK-07' }, async () => {
  const mary = await world.as('mary')
  const { id, event } = await openRoom(await world.as('ada'), [mary])
  const { all_remaining_tokens: before } = await mary.user()
  const response = await mary.request({
    method: 'POST',
    url: `/api/challenges/${id}/posts`,
    payload: item('P', { title: 'Paid' })
  })
  expect(response.headers['x-tokens-left']).toBe(String(before - 1))
  await mary.call(storeSessionPost, { params: { event }, body: item('R', { parent_id: response.json().id }) })
  expect((await mary.user()).all_remaining_tokens).toBe(before - 2)
  const { ledger } = await mary.visit(tokensPage)
  expect(ledger.slice(0, 2)).toMatchObject([
    { action: 'post', amount: -1 },
    { action: 'post', amount: -1, subject: 'Paid' }
  ])
})

test('a person without uses left cannot post', { tags: 'D-02' }, async () => {
  const poor = await world.as('poor')
  const { event } = await openRoom(await world.as('ada'), [poor])
  const { id } = await poor.user()
  await world.db.execute(`update balances set free = 0 where user_id = ${id}`)
  const { status, body } = await poor.refused(storeSessionPost, { params: { event }, body: item('Hi') })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect((await poor.visit(sessionHutPage, { event })).posts).toEqual([])
  await world.db.execute(`update balances set free = 999 where user_id = ${id}`)
})

test('retries with the same key make one post and one charge, even at the same moment', async () => {
  const katherine = await world.as('katherine')
  const { event } = await openRoom(await world.as('ada'), [katherine])
  const { all_remaining_tokens: before } = await katherine.user()
  const key = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => katherine.call(storeSessionPost, { params: { event }, body: item('Once'), key }))
  )
  expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
  expect((await katherine.visit(sessionHutPage, { event })).posts).toHaveLength(1)
  expect((await katherine.user()).all_remaining_tokens).toBe(before - 1)
})

test('the page shows the newest posts first, with one extra, and continues on the next page', {
  tags: 'FOR-01'
}, async () => {
  const ada = await world.as('ada')
  const { id, event } = await openRoom(ada)
  const { id: userId } = await ada.user()
  const created_at = new Date(world.clock.now())
  await world.db.insert(posts).values(
    Array.from({ length: 30 }, (_, number) => ({
      session_id: id,
      user_id: userId,
      content: String(number),
      created_at
    }))
  )
  const first = (await ada.visit(sessionHutPage, { event })).posts.map(({ content }) => content)
  const second = (await ada.visit(sessionHutPage, { event }, { page: 2 })).posts.map(({ content }) => content)
  const perPage = first.length - 1
  expect(first[0]).toBe('29')
  expect(second[0]).toBe(first[perPage])
  await world.db.execute(`delete from posts where session_id = ${id}`)
})

test('a post with very many replies shows the newest of them', async () => {
  const ada = await world.as('ada')
  const { id, event } = await openRoom(ada)
  const post = await ada.call(storeSessionPost, { params: { event }, body: item('Much to say') })
  const reply = {
    session_id: id,
    parent_id: post.id,
    user_id: (await ada.user()).id,
    created_at: new Date(world.clock.now())
  }
  await world.db
    .insert(posts)
    .values(Array.from({ length: MOST_REPLIES + 5 }, (_, number) => ({ ...reply, content: String(number) })))
  const replies = (await ada.visit(sessionHutPage, { event })).posts[0]?.replies ?? []
  expect(replies).toHaveLength(MOST_REPLIES)
  expect([replies[0]?.content, replies.at(-1)?.content]).toEqual(['5', String(MOST_REPLIES + 4)])
  await world.db.execute(`delete from posts where parent_id = ${post.id}`)
})

test('a post without replies is deleted for good; a second time it is not found', { tags: 'D-131' }, async () => {
  const ada = await world.as('ada')
  const { event } = await openRoom(ada)
  const { id } = await ada.call(storeSessionPost, { params: { event }, body: item('Oops') })
  const { all_remaining_tokens } = await ada.user()
  expect(await ada.call(deletePost, { params: { post: String(id) } })).toEqual({ post: null })
  expect((await ada.visit(sessionHutPage, { event })).posts).toEqual([])
  expect((await ada.refused(deletePost, { params: { post: String(id) } })).status).toBe(404)
  expect((await ada.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  const reply = await ada.refused(storeSessionPost, { params: { event }, body: item('Re', { parent_id: id }) })
  expect(reply.status).toBe(422)
})

test('a post with replies stays as "deleted", until its last reply is gone', { tags: 'D-131' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id: roomId, event } = await openRoom(ada, [grace])
  const post = await grace.call(storeSessionPost, { params: { event }, body: item('Secret', { title: 'Secret' }) })
  const reply = await ada.call(storeSessionPost, { params: { event }, body: item('Re', { parent_id: post.id }) })
  const kept = { ...post, title: '', content: '<p>deleted</p>', is_deleted: 1 as const }
  expect(await grace.call(deletePost, { params: { post: String(post.id) } })).toEqual({ post: kept })
  expect((await ada.visit(sessionHutPage, { event })).posts).toEqual([{ ...kept, replies: [reply] }])
  await ada.call(deletePost, { params: { post: String(reply.id) } })
  expect((await ada.visit(sessionHutPage, { event })).posts).toEqual([])
  const events = await eventsOf(world, roomId)
  expect(events.at(-1)).toMatchObject({ type: 'update', data: { deleted_posts: [reply.id, post.id] } })
  expect(JSON.stringify(events)).not.toContain('Secret')
})

test('a host and an admin may delete a post of others, a member may not', { tags: 'D-131' }, async () => {
  const [ada, grace, hedy, admin] = [
    await world.as('ada'),
    await world.as('grace'),
    await world.as('hedy'),
    await world.admin()
  ]
  const { event } = await openRoom(ada, [grace, hedy])
  for (const moderator of [ada, admin]) {
    const { id } = await grace.call(storeSessionPost, { params: { event }, body: item('Rude') })
    const params = { post: String(id) }
    expect((await world.visitor.refused(deletePost, { params })).status).toBe(401)
    expect((await hedy.refused(deletePost, { params })).status).toBe(403)
    await moderator.call(deletePost, { params })
  }
  expect((await ada.refused(deletePost, { params: { post: 'x' } })).status).toBe(404)
})

test('the room gets an event for a new post with the next number', { tags: 'D-105' }, async () => {
  const ada = await world.as('ada')
  const { id, event } = await openRoom(ada)
  const { challengeEvent } = await ada.visit(sessionHutPage, { event })
  const post = await ada.call(storeSessionPost, { params: { event }, body: item('News') })
  expect(await eventsOf(world, id, challengeEvent.seq)).toEqual([{ type: 'update', data: { posts: [post] } }])
  expect((await ada.visit(sessionHutPage, { event })).challengeEvent.seq).toBe(challengeEvent.seq + 1)
})

test('the tour session has its discussion', { tags: 'D-122' }, async () => {
  const { posts: shown } = await world.visitor.visit(sessionHutPage, { event: '10' })
  expect(shown[0]).toMatchObject({ title: 'What is the discussion for?' })
  expect(shown[0]?.replies).toHaveLength(1)
})
