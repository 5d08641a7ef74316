import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import {
  blockUser,
  deleteMessage,
  lockChat,
  muteUser,
  removeParticipant,
  unmuteUser
} from '../../domain/moderation/api.ts'
import { deletePost, storeSessionPost } from '../../domain/posts/api.ts'
import { attachMyGoal, sessionMemberGoalsPage } from '../../domain/session-goals/api.ts'
import {
  endSession,
  joinSession,
  leaveSession,
  repeatSession,
  sessionLogsPage,
  sessionPage,
  startTaskLog
} from '../../domain/sessions/api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { moderationActions } from '../db/schema/moderation.ts'
import { tour } from '../seed/content.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const remove = (event: string, username: string) => ({ params: { event, username } })
const say = async (caller: Caller, room: number, content: string) => {
  const body = { content, messageable_type: 'challenge_event' as const, messageable_id: room }
  return (await caller.call(sendMessage, { body })).message
}

/** The moderation actions since then: who, what, whom. */
async function deeds(since: number): Promise<unknown[]> {
  const rows = await world.db.select().from(moderationActions).orderBy(asc(moderationActions.id))
  return rows.slice(since).map(row => [row.actor_id, row.action, row.user_id, row.session_id, row.subject_id])
}
const idOf = async (caller: Caller) => (await caller.user()).id

test('removing a person frees their place, stops timers, detaches goals and notifies the room', {
  tags: 'D-73'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace], { activity: tour.activity.slug })
  const task = tour.activity.plan.tasks[0]?.parts[0]
  await grace.call(startTaskLog, { params: { event, uuid: task?.uuid ?? '' }, body: { duration: 600 } })
  const { goal } = await grace.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal('a'.repeat(32)), title: 'Mine' }] } }
  })
  await grace.call(attachMyGoal, { params: { event, goal: String(goal.id) } })
  const { seq } = (await ada.visit(sessionPage, { event })).challengeEvent
  const before = (await deeds(0)).length
  world.clock.jump(60_000)
  expect(await ada.call(removeParticipant, remove(event, 'GRACE'))).toMatchObject({ participants_count: 1 })
  const page = await ada.visit(sessionPage, { event })
  expect(page.participants.map(({ username }) => username)).toEqual(['ada'])
  expect((await ada.visit(sessionMemberGoalsPage, { event })).member_goals).toEqual([])
  const [log] = (await grace.visit(sessionLogsPage, { event })).logs
  expect(log).toMatchObject({ status: 4, elapsed_duration: 60 })
  expect((await eventsOf(world, id, seq)).at(-1)).toMatchObject({
    data: { left: ['grace'], removed: ['grace'], participants_count: 1 }
  })
  await ada.call(removeParticipant, remove(event, 'grace'))
  expect(await deeds(before)).toEqual([[await idOf(ada), 'remove_participant', await idOf(grace), id, null]])
})

test('a removed person cannot join again, and pays nothing for trying', { tags: ['SES-084', 'D-72'] }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(ada, [grace])
  await ada.call(removeParticipant, remove(event, 'grace'))
  const { all_remaining_tokens } = await grace.user()
  const { status, body } = await grace.refused(joinSession, { params: { event }, body: {} })
  expect([status, body.message]).toEqual([403, 'You were removed from this session.'])
  expect((await grace.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  expect(await grace.visit(sessionPage, { event })).toMatchObject({ isRemoved: true, challengeEvent: { can_join: 0 } })
  const hedy = await world.as('hedy')
  expect(await hedy.visit(sessionPage, { event })).toMatchObject({ isRemoved: false, challengeEvent: { can_join: 1 } })
})

test('a person who has left already can be kept from coming back', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await openRoom(ada, [grace])
  await grace.call(leaveSession, { params: { event }, body: {} })
  expect(await ada.call(removeParticipant, remove(event, 'grace'))).toMatchObject({ participants_count: 1 })
  expect((await grace.refused(joinSession, { params: { event }, body: {} })).status).toBe(403)
})

test('only hosts and admins remove people, and only admins remove a host', { tags: ['SEC-41', 'SEC-55'] }, async () => {
  const [ada, grace, hedy, admin] = [
    await world.as('ada'),
    await world.as('grace'),
    await world.as('hedy'),
    await world.admin()
  ]
  const { event } = await openRoom(ada, [grace])
  expect((await world.visitor.refused(removeParticipant, remove(event, 'grace'))).status).toBe(401)
  for (const caller of [grace, hedy]) {
    expect((await caller.refused(removeParticipant, remove(event, 'ada'))).status).toBe(403)
  }
  expect((await ada.refused(removeParticipant, remove(event, 'ada'))).status).toBe(409)
  expect((await ada.refused(removeParticipant, remove(event, 'hedy'))).status).toBe(404)
  expect((await ada.refused(removeParticipant, remove(event, 'nobody'))).status).toBe(404)
  expect((await ada.refused(removeParticipant, remove('nowhere', 'grace'))).status).toBe(404)
  await admin.call(removeParticipant, remove(event, 'ada'))
  const { participants } = await world.visitor.visit(sessionPage, { event })
  expect(participants).toMatchObject([{ username: 'grace', role: 1 }])
})

test('two admins who remove a person at once free one place', async () => {
  const [ada, grace, admin] = [await world.as('ada'), await world.as('grace'), await world.admin()]
  const { event } = await openRoom(ada, [grace])
  const responses = await Promise.all(
    [ada, admin, ada, admin].map(caller => caller.call(removeParticipant, remove(event, 'grace')))
  )
  expect(responses.map(({ participants_count }) => participants_count)).toEqual([1, 1, 1, 1])
})

test('an author deletes their own message; a second time it is not found', { tags: 'D-131' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace])
  const secret = await say(grace, id, 'My secret')
  const kept = await say(ada, id, 'Fine')
  const params = { message: String(secret.id) }
  const { all_remaining_tokens } = await grace.user()
  await grace.call(deleteMessage, { params })
  expect((await grace.visit(sessionChatPage, { event })).messages).toEqual([kept])
  expect((await grace.refused(deleteMessage, { params })).status).toBe(404)
  expect((await grace.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  const events = await eventsOf(world, id)
  expect(events.at(-1)).toEqual({ type: 'update', data: { deleted_messages: [secret.id] } })
  expect(JSON.stringify(events)).not.toContain('My secret')
  expect(JSON.stringify(events)).toContain('Fine')
})

test("hosts and admins delete other people's texts, members do not, and the action is recorded", {
  tags: ['D-131', 'SEC-41', 'SEC-55']
}, async () => {
  const [ada, grace, hedy, admin] = [
    await world.as('ada'),
    await world.as('grace'),
    await world.as('hedy'),
    await world.admin()
  ]
  const { id, event } = await openRoom(ada, [grace, hedy])
  for (const moderator of [ada, admin]) {
    const before = (await deeds(0)).length
    const message = await say(grace, id, 'Rude')
    const post = await grace.call(storeSessionPost, { params: { event }, body: { item: { content: 'Rude' } } })
    const params = { message: String(message.id) }
    expect((await world.visitor.refused(deleteMessage, { params })).status).toBe(401)
    expect((await hedy.refused(deleteMessage, { params })).status).toBe(403)
    await moderator.call(deleteMessage, { params })
    await moderator.call(deletePost, { params: { post: String(post.id) } })
    const [who, whom] = [await idOf(moderator), await idOf(grace)]
    expect(await deeds(before)).toEqual([
      [who, 'delete_message', whom, id, message.id],
      [who, 'delete_post', whom, id, post.id]
    ])
  }
  expect((await ada.refused(deleteMessage, { params: { message: '999999' } })).status).toBe(404)
  expect((await ada.refused(deleteMessage, { params: { message: 'x' } })).status).toBe(404)
})

test('a locked chat accepts messages only from hosts until they open it', { tags: 'CHAT-02' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace])
  const before = (await deeds(0)).length
  const lock = (locked: 0 | 1) => ada.call(lockChat, { params: { event }, body: { locked } })
  const { seq } = (await ada.visit(sessionPage, { event })).challengeEvent
  expect(await lock(1)).toMatchObject({ chat_locked: 1 })
  await lock(1)
  const { all_remaining_tokens } = await grace.user()
  const { status, body } = await grace.refused(sendMessage, {
    body: { content: 'Hi', messageable_type: 'challenge_event', messageable_id: id }
  })
  expect([status, body.message]).toEqual([409, 'The host has locked the chat.'])
  await say(ada, id, 'Listen')
  expect((await grace.user()).all_remaining_tokens).toBe(all_remaining_tokens)
  expect((await grace.visit(sessionChatPage, { event })).challengeEvent.chat_locked).toBe(1)
  await lock(0)
  await say(grace, id, 'Hi')
  expect(await eventsOf(world, id, seq)).toMatchObject([
    { type: 'update', data: { chat_locked: 1 } },
    { type: 'message', message: { username: 'ada', content: 'Listen' } },
    { type: 'update', data: { chat_locked: 0 } },
    { type: 'message' }
  ])
  const who = await idOf(ada)
  expect(await deeds(before)).toEqual([
    [who, 'lock_chat', null, id, null],
    [who, 'unlock_chat', null, id, null]
  ])
})

test('only hosts and admins lock a chat', { tags: ['SEC-41', 'SEC-55'] }, async () => {
  const [ada, grace, admin] = [await world.as('ada'), await world.as('grace'), await world.admin()]
  const { event } = await openRoom(ada, [grace])
  const call = { params: { event }, body: { locked: 1 as const } }
  expect((await world.visitor.refused(lockChat, call)).status).toBe(401)
  expect((await grace.refused(lockChat, call)).status).toBe(403)
  expect((await ada.refused(lockChat, { ...call, params: { event: 'nowhere' } })).status).toBe(404)
  expect((await ada.refused(lockChat, { ...call, body: { locked: 'yes' } })).status).toBe(422)
  expect((await ada.visit(sessionPage, { event })).challengeEvent.chat_locked).toBe(0)
  await admin.call(lockChat, call)
})

test("muting affects only my own data, and the muted person's texts stay", async () => {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const { id, event } = await openRoom(ada, [grace, hedy])
  const { seq } = (await ada.visit(sessionPage, { event })).challengeEvent
  const message = await say(grace, id, 'Hi')
  const before = (await deeds(0)).length
  await ada.call(muteUser, { params: { username: 'hedy' } })
  expect((await ada.call(muteUser, { params: { username: 'Grace' } })).muted).toEqual(['grace', 'hedy'])
  await ada.call(muteUser, { params: { username: 'grace' } })
  expect((await ada.user()).muted).toEqual(['grace', 'hedy'])
  expect((await grace.user()).muted).toEqual([])
  expect((await ada.visit(sessionChatPage, { event })).messages).toEqual([message])
  expect(await eventsOf(world, id, seq)).toHaveLength(1)
  await ada.call(unmuteUser, { params: { username: 'hedy' } })
  expect((await ada.call(unmuteUser, { params: { username: 'hedy' } })).muted).toEqual(['grace'])
  const who = await idOf(ada)
  expect(await deeds(before)).toEqual([
    [who, 'mute', await idOf(hedy), null, null],
    [who, 'mute', await idOf(grace), null, null],
    [who, 'unmute', await idOf(hedy), null, null]
  ])
})

test('a block is a mute that is listed as a block, and both are lifted together', { tags: 'D-164' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const params = { username: 'grace' }
  const only = (...blocked: string[]) => ({ muted: ['grace'], blocked })
  await ada.call(unmuteUser, { params })
  const before = (await deeds(0)).length
  expect(await ada.call(muteUser, { params })).toMatchObject(only())
  expect(await ada.call(blockUser, { params })).toMatchObject(only('grace'))
  expect(await ada.call(muteUser, { params })).toMatchObject(only('grace'))
  expect(await ada.user()).toMatchObject(only('grace'))
  expect(await grace.user()).toMatchObject({ muted: [], blocked: [] })
  expect(await ada.call(unmuteUser, { params })).toMatchObject({ muted: [], blocked: [] })
  expect((await deeds(before)).map(deed => (deed as unknown[])[1])).toEqual(['mute', 'mute', 'unmute'])
})

test('a blocked person cannot invite me to their next session, and others see it', { tags: 'D-164' }, async () => {
  const [olga, rosa, vera] = [await world.as('olga'), await world.as('rosa'), await world.as('vera')]
  const { event } = await openRoom(rosa, [olga, vera])
  await olga.call(blockUser, { params: { username: 'rosa' } })
  await rosa.call(endSession, { params: { event }, body: {} })
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  await rosa.call(repeatSession, { params: { event }, body: { started_at } })
  const again = async (who: Caller) => (await who.visit(sessionPage, { event })).again
  expect(await again(vera)).toMatchObject({ username: 'rosa' })
  expect(await again(olga)).toBeNull()
  expect((await vera.user()).unread_reminders - (await olga.user()).unread_reminders).toBe(1)
})

test('a visitor cannot mute, and nobody can mute themselves or an unknown person', {
  tags: 'SEC-55'
}, async () => {
  const ada = await world.as('ada')
  for (const call of [muteUser, blockUser, unmuteUser]) {
    expect((await world.visitor.refused(call, { params: { username: 'ada' } })).status).toBe(401)
    expect((await ada.refused(call, { params: { username: 'nobody-here' } })).status).toBe(404)
    expect((await ada.refused(call, { params: { username: 'Ada' } })).status).toBe(409)
  }
})

test('the events of a room are deleted a week after its end, and other rooms keep theirs', {
  tags: 'D-105'
}, async () => {
  const ada = await world.as('ada')
  const [old, running] = [await openRoom(ada), await openRoom(ada, [], { waits: true })]
  await ada.call(endSession, { params: { event: old.event }, body: {} })
  await ada.call(storeSessionPost, { params: { event: running.event }, body: { item: { content: 'Here' } } })
  const told = (await eventsOf(world, old.id)).length
  expect(told).toBeGreaterThan(0)
  world.clock.jump(7 * 86_400_000 - 7_200_000)
  await world.pass(60_000)
  expect(await eventsOf(world, old.id)).toHaveLength(told)
  world.clock.jump(2 * 7_200_000)
  await world.pass(60_000)
  expect(await eventsOf(world, old.id)).toEqual([])
  expect(await eventsOf(world, running.id)).toHaveLength(1)
})
