/** What moderators hide and delete on the page of the thing itself, and not in the list of reports (D-148, D-149). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { deleteFace, storeFace } from '../../domain/faces/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { type HiddenKind, KIND_WORDS } from '../../domain/moderation/hidden.ts'
import { deletePost, storeSessionPost } from '../../domain/posts/api.ts'
import { deleteProgramme, programmePage, storeProgramme } from '../../domain/programmes/api.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { deleteItem } from '../../domain/publishing/item-api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { decideReport, reportsPage, storeReport } from '../../domain/reports/api.ts'
import { cancelSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let author: Caller
let reader: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  author = await world.as('ada')
  reader = await world.as('grace')
  admin = await world.admin()
})
afterAll(() => world.close())

const report = (kind: HiddenKind, id: number) =>
  reader.call(storeReport, { body: { kind, subject_id: id, reason: 'spam' } })
const inboxOf = async (caller: Caller) => (await caller.visit(inboxPage)).reminders.map(({ text }) => text)
const removed = (kind: HiddenKind) => `Thanks for your report. A moderator removed the ${KIND_WORDS[kind]}.`
const waiting = async () => (await admin.visit(reportsPage)).waiting

test('people hear that a text was taken down on its page, and that it is back', {
  tags: ['D-117', 'D-149']
}, async () => {
  const moderator = await world.moderator()
  const book = await write(author, { title: 'A bad book', is_book: 1 })
  const item = await write(author, { title: 'In the bad book', parent_id: book.id })
  await report('item', book.id)
  for (let twice = 0; twice < 2; twice++) await change(moderator, book, { status: 0 })
  expect(await waiting()).toBe(0)
  expect(await inboxOf(reader)).toEqual([removed('item')])
  expect(await inboxOf(author)).toEqual(['A moderator hid your text: Something else'])

  world.clock.jump(1000)
  await change(moderator, item, { status: 1 })
  expect(await inboxOf(author)).toEqual(['Everyone can see your text again'])
})

/** Makes one thing of each kind. Returns its id, and how someone deletes it on its page. */
const MAKE: Partial<Record<HiddenKind, () => Promise<{ id: number; remove: (who: Caller) => Promise<unknown> }>>> = {
  async message() {
    const room = await openRoom(author)
    const body = { content: 'Pills', messageable_type: 'challenge_event' as const, messageable_id: room.id }
    const { id } = (await author.call(sendMessage, { body })).message
    return { id, remove: who => who.call(deleteMessage, { params: { message: String(id) } }) }
  },
  async post() {
    const { event } = await openRoom(author)
    const body = { item: { title: 'Pills', content: 'Buy pills' } }
    const { id } = await author.call(storeSessionPost, { params: { event }, body })
    return { id, remove: who => who.call(deletePost, { params: { post: String(id) } }) }
  },
  async item() {
    const { id } = await write(author, { title: 'Pills' })
    return { id, remove: who => who.call(deleteItem, { params: { item: String(id) } }) }
  },
  async picture() {
    await upload(author, await photo(), { url: fillPath(storeFace.path, { person: 'ada' }), name: 'me.jpg' })
    const id = (await author.visit(personPage, { username: 'ada' })).profile.face_id ?? 0
    return { id, remove: who => who.call(deleteFace, { params: { person: 'ada' } }) }
  },
  async session() {
    const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
    const { event } = await author.call(storeSession, {
      body: { challenge: { title: 'Pills', duration: 600, started_at } }
    })
    return { id: event.id, remove: who => who.call(cancelSession, { params: { event: event.slug } }) }
  },
  async activity() {
    const { challenge } = await author.call(storeActivity, { body: { challenge: { title: 'Pills' } } })
    return { id: challenge.id, remove: who => who.call(deleteActivity, { params: { challenge: challenge.slug } }) }
  },
  async programme() {
    const body = { title: 'Pills', text: 'Week 1\n- Run: 20 min', visibility: 'public' as const }
    const { path } = await author.call(storeProgramme, { body })
    const programme = path.split('/').at(-1) ?? ''
    const id = (await author.visit(programmePage, { programme })).programme.id ?? 0
    return { id, remove: who => who.call(deleteProgramme, { params: { programme } }) }
  }
}
const KINDS = Object.keys(MAKE) as HiddenKind[]

test.each(KINDS)('an admin who deletes a reported %s on its page closes the reports', { tags: 'D-148' }, async kind => {
  const made = await MAKE[kind]?.()
  if (!made) throw new Error(`nothing makes a ${kind}`)
  await report(kind, made.id)
  expect(await waiting()).toBe(1)
  await made.remove(admin)
  expect(await waiting()).toBe(0)
  expect((await inboxOf(reader))[0]).toBe(removed(kind))
})

test('reports about what its author deleted wait for a moderator', { tags: 'D-148' }, async () => {
  const made = await MAKE.message?.()
  if (!made) throw new Error('nothing makes a message')
  await report('message', made.id)
  await made.remove(author)
  expect(await waiting()).toBe(1)
  const subject = String(made.id)
  await admin.call(decideReport, { params: { kind: 'message', subject }, body: { decision: 'keep' } })
  expect(await waiting()).toBe(0)
})
