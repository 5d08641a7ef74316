/** Reports, hiding and second looks, for each kind of thing (D-148, D-149). */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { settingsPage, updateSettings } from '../../domain/admin/api.ts'
import { homePage } from '../../domain/browse/api.ts'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { groupPage, groupsPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { type HiddenKind, REMOVED } from '../../domain/moderation/hidden.ts'
import { sessionHutPage, storeSessionPost } from '../../domain/posts/api.ts'
import { programmePage, storeProgramme, updateProgramme } from '../../domain/programmes/api.ts'
import { itemPage, personPage } from '../../domain/publishing/api.ts'
import { getMyPersons } from '../../domain/publishing/person-api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { askAgain, decideReport, getTakedown, reportsPage, storeReport } from '../../domain/reports/api.ts'
import { MOST_OF_VISITORS, NOT_ONES_OWN } from '../../domain/reports/report.ts'
import { endSession, repeatSession, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'
import { users } from '../db/schema/accounts.ts'
import { auditEntries } from '../db/schema/audit-log.ts'
import { reportCases, reports } from '../db/schema/reports.ts'

const DAY = 86_400_000

let world: World
let ada: Caller
let grace: Caller
let moderator: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  moderator = await world.moderator()
  for (const name of ['hedy', 'lise', 'joan', 'mary']) await world.as(name)
  world.clock.jump(DAY)
})
afterAll(() => world.close())

const say = async (caller: Caller, room: number, content: string) => {
  const body = { content, messageable_type: 'challenge_event' as const, messageable_id: room }
  return (await caller.call(sendMessage, { body })).message
}
const report = (caller: Caller, kind: HiddenKind, id: number, more: object = {}) =>
  caller.call(storeReport, { body: { kind, subject_id: id, reason: 'spam', ...more } })
const decide = (kind: HiddenKind, id: number, body: object, caller = moderator) =>
  caller.call(decideReport, { params: { kind, subject: String(id) }, body: body as never })
const params = (kind: HiddenKind, id: number) => ({ params: { kind, subject: String(id) } })
const caseOf = async (kind: HiddenKind, id: number) => {
  const rows = await world.db.select().from(reportCases).where(eq(reportCases.subject_id, id))
  return rows.find(row => row.kind === kind)
}
const inboxOf = async (caller: Caller) => (await caller.visit(inboxPage)).reminders.map(({ text }) => text)
const actions = async () =>
  (await world.db.select().from(auditEntries)).map(({ action, subject }) => `${action} ${subject}`)

/** A message of Grace in Ada's room. */
async function message(content = 'Buy pills') {
  const { id, event } = await openRoom(ada, [grace])
  return { room: id, event, said: await say(grace, id, content) }
}

test('one report for each person and thing, and the moderators see one row for the thing', {
  tags: 'D-148'
}, async () => {
  const { said } = await message()
  await report(ada, 'message', said.id, { comment: 'Third time' })
  await report(ada, 'message', said.id, { reason: 'abuse' })
  await report(await world.as('hedy'), 'message', said.id, { reason: 'abuse' })
  for (let nth = 0; nth < 2; nth++) await report(world.visitor, 'message', said.id)
  const { cases, waiting } = await moderator.visit(reportsPage)
  expect(waiting).toBe(1)
  expect(cases).toMatchObject([
    {
      ...{ kind: 'message', subject_id: said.id, author: 'grace', text: 'Buy pills', status: 'open', reports_count: 3 },
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'abuse', count: 1 }
      ],
      comments: [{ username: 'ada', comment: 'Third time' }],
      ...{ can_delete: 1, hidden: null }
    }
  ])
  await decide('message', said.id, { decision: 'keep' })
  expect((await moderator.visit(reportsPage)).cases).toEqual([])
  expect((await moderator.visit(reportsPage, {}, { decided: 1 })).cases).toMatchObject([
    { subject_id: said.id, status: 'kept', decided_by: 'mira' }
  ])
  expect(await inboxOf(ada)).toContain(
    'Thanks for your report. A moderator looked at the message and left it as it is.'
  )
})

test('a hidden message leaves the room for everyone, and its author reads why', { tags: 'D-149' }, async () => {
  const { room, event, said } = await message('Buy my pills')
  await report(ada, 'message', said.id)
  expect(await decide('message', said.id, { decision: 'hide', reason: 'spam', note: 'No ads' })).toMatchObject({
    status: 'hidden'
  })
  const hidden = { ...said, content: '', is_hidden: 1 }
  for (const caller of [ada, grace, world.visitor]) {
    expect((await caller.visit(sessionChatPage, { event })).messages).toEqual([hidden])
  }
  const events = await eventsOf(world, room)
  expect(events.at(-1)).toEqual({ type: 'update', data: { messages: [hidden] } })
  expect(JSON.stringify(events)).not.toContain('pills')
  expect(await grace.call(getTakedown, params('message', said.id))).toMatchObject({
    ...{ reason: 'spam', note: 'No ads', text: 'Buy my pills', can_ask: 1, asked_at: null, is_by_rule: 0 }
  })
  expect((await ada.refused(getTakedown, params('message', said.id))).status).toBe(404)
  expect(await inboxOf(grace)).toContain('A moderator hid your message: Spam or advertising')
  expect(await inboxOf(ada)).toContain('Thanks for your report. A moderator removed the message.')

  const ask = { ...params('message', said.id), body: { note: 'It was a joke' } }
  const asked = await grace.call(askAgain, ask)
  expect(asked).toMatchObject({ can_ask: 0, asked_at: expect.any(String) })
  world.clock.jump(1000)
  expect(await grace.call(askAgain, { ...ask, body: { note: 'And again' } })).toEqual(asked)
  expect((await ada.refused(askAgain, ask)).status).toBe(404)
  expect((await moderator.visit(reportsPage)).cases).toMatchObject([
    { subject_id: said.id, status: 'hidden', asked: { note: 'It was a joke' } }
  ])

  await decide('message', said.id, { decision: 'keep' })
  expect((await world.visitor.visit(sessionChatPage, { event })).messages).toEqual([said])
  expect(await eventsOf(world, room)).toContainEqual({ type: 'update', data: { messages: [said] } })
  expect(await inboxOf(grace)).toContain('Everyone can see your message again')
  expect((await grace.refused(getTakedown, params('message', said.id))).status).toBe(404)

  await decide('message', said.id, { decision: 'hide', reason: 'spam' })
  expect(await grace.call(getTakedown, params('message', said.id))).toMatchObject({ can_ask: 0 })
  expect(JSON.stringify(await eventsOf(world, room))).not.toContain('pills')
  expect((await actions()).slice(-3)).toEqual(['hide message', 'restore message', 'hide message'])
})

test('the same decision twice changes and records nothing more', async () => {
  const { said } = await message()
  await report(ada, 'message', said.id)
  const hide = { decision: 'hide', reason: 'abuse' }
  await decide('message', said.id, hide)
  const before = [await actions(), await inboxOf(grace)]
  await decide('message', said.id, hide)
  expect([await actions(), await inboxOf(grace)]).toEqual(before)
})

test('a hidden post stays as an empty place, and replies to it stay', { tags: 'D-149' }, async () => {
  const { event } = await openRoom(ada, [grace])
  const post = await grace.call(storeSessionPost, {
    params: { event },
    body: { item: { title: 'Ad', content: 'Buy' } }
  })
  const reply = { item: { content: 'No', parent_id: post.id } }
  await ada.call(storeSessionPost, { params: { event }, body: reply })
  await decide('post', post.id, { decision: 'hide', reason: 'spam' })
  expect((await ada.visit(sessionHutPage, { event })).posts).toMatchObject([
    { id: post.id, title: '', content: '', is_hidden: 1, replies: [{ content: 'No' }] }
  ])
  await decide('post', post.id, { decision: 'keep' })
  expect((await ada.visit(sessionHutPage, { event })).posts).toMatchObject([{ title: 'Ad', content: 'Buy' }])
})

test('reporting things by counting their numbers finds no unlisted ones', { tags: ['D-148', 'D-159'] }, async () => {
  const stranger = await world.as('counter')
  const { id, event } = await openRoom(ada, [grace])
  const body = { content: 'Hi', messageable_type: 'challenge_event' as const, messageable_id: id }
  const { message } = await ada.call(sendMessage, { body })
  await ada.call(patchSession, { params: { event }, body: { challenge: { unlisted: 1 } } })
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Secret plan', unlisted: 1 } } })
  const things = [
    ['session', id],
    ['message', message.id],
    ['activity', challenge.id]
  ] as const
  for (const [kind, subject_id] of things) {
    for (const person of [stranger, grace]) {
      await person.call(storeReport, { body: { kind, subject_id, reason: 'spam' } })
    }
    await decide(kind, subject_id, { decision: 'keep' })
  }
  const told = async (person: Caller) =>
    (await person.visit(inboxPage)).reminders.filter(one => one.kind === 'report_decided').map(({ path }) => path)
  expect(await told(stranger)).toEqual(['/my/inbox', '/my/inbox', '/my/inbox'])
  // Grace is in the session.
  expect((await told(grace)).slice(0, 3)).toEqual(['/my/inbox', `/sessions/${event}/chat`, `/sessions/${event}`])
})

test('nobody reports a private programme of someone else, which moderators would read then', {
  tags: 'D-148'
}, async () => {
  const form = { title: 'Diary', text: 'Week 1\nWalk: 10 min', visibility: 'private' as const }
  const { path } = await ada.call(storeProgramme, { body: form })
  const params = { programme: path.split('/').at(-1) ?? '' }
  const { id } = (await ada.visit(programmePage, params)).programme
  const body = { kind: 'programme' as const, subject_id: id ?? 0, reason: 'spam' as const }
  for (const person of [grace, world.visitor]) expect((await person.refused(storeReport, { body })).status).toBe(404)
  await ada.call(updateProgramme, { params, body: { visibility: 'unlisted' } })
  await grace.call(storeReport, { body })
})

describe('hidden pages', () => {
  const removed = async (caller: Caller, path: string) => {
    const { statusCode, body } = await caller.request({ url: `/api${path}` })
    return [statusCode, JSON.parse(body).message]
  }

  test('of a session, which leaves lists and the site map and cannot be joined', { tags: 'D-149' }, async () => {
    const { id, event, title } = await openRoom(ada, [grace])
    const listed = async (caller: Caller) => JSON.stringify(await caller.visit(homePage)).includes(title)
    expect(await listed(world.visitor)).toBe(true)
    await decide('session', id, { decision: 'hide', reason: 'illegal' })
    for (const caller of [world.visitor, grace]) {
      expect(await removed(caller, `/sessions/${event}`)).toEqual([404, REMOVED])
      expect((await caller.request({ url: `/sessions/${event}` })).body).toContain(`"refusal":"${REMOVED}"`)
      expect(await removed(caller, `/sessions/${event}/chat`)).toEqual([404, REMOVED])
      expect(await listed(caller)).toBe(false)
    }
    expect((await eventsOf(world, id)).at(-1)).toEqual({ type: 'update', data: { is_hidden: 1, reload: true } })
    expect(
      (
        await grace.refused(sendMessage, {
          body: { content: 'Hi', messageable_type: 'challenge_event', messageable_id: id }
        })
      ).status
    ).toBe(404)
    // The host may edit it, and cannot list it again.
    const { challengeEvent } = await ada.visit(sessionPage, { event })
    expect(challengeEvent).toMatchObject({ is_hidden: 1, unlisted: 1 })
    await ada.call(patchSession, { params: { event }, body: { challenge: { title: 'Better', unlisted: 0 } } })
    expect(await listed(world.visitor)).toBe(false)
    await decide('session', id, { decision: 'keep' })
    expect(JSON.stringify(await world.visitor.visit(homePage))).toContain('Better')
    expect((await world.visitor.visit(sessionPage, { event })).challengeEvent).toMatchObject({ unlisted: 0 })
  })

  test('of a session, which leaves Today of its members and of its group', { tags: ['D-143', 'D-149'] }, async () => {
    const [host, member, other] = [await world.as('nora'), await world.as('nina'), await world.as('nell')]
    const { group } = await host.call(storeGroup, { body: { title: 'Night owls' } })
    await other.call(joinGroup, { params: { hut: group.slug }, body: {} })
    const { id, event, title } = await openRoom(host, [member])
    await host.call(patchSession, { params: { event }, body: { challenge: { hut_id: group.id } } })
    const isToday = async (caller: Caller) => JSON.stringify(await caller.visit(todayPage)).includes(title)
    const everyone = () => Promise.all([host, member, other].map(isToday))
    expect(await everyone()).toEqual([true, true, true])
    await decide('session', id, { decision: 'hide', reason: 'abuse' })
    expect(await everyone()).toEqual([true, false, false])
  })

  test('of a session, which leaves the inbox of the people whom it invited', { tags: ['D-148', 'D-149'] }, async () => {
    const [host, member] = [await world.as('olga'), await world.as('omar')]
    const { event } = await openRoom(host, [member])
    await host.call(endSession, { params: { event }, body: {} })
    const started_at = new Date(world.clock.now() + 3_600_000).toISOString()
    const again = (await member.call(repeatSession, { params: { event }, body: { started_at } })).event
    await member.call(patchSession, { params: { event: again.slug }, body: { challenge: { title: 'Rude again' } } })
    const told = async () => {
      const { reminders } = await host.visit(inboxPage)
      return [reminders.some(({ text }) => text.includes('Rude again')), (await host.user()).unread_reminders]
    }
    expect(await told()).toEqual([true, 1])
    await decide('session', again.id, { decision: 'hide', reason: 'abuse' })
    expect(await told()).toEqual([false, 0])
    await decide('session', again.id, { decision: 'keep' })
    expect(await told()).toEqual([true, 1])
  })

  test('of an activity', { tags: 'D-149' }, async () => {
    const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Rude plan' } } })
    const path = `/activities/${challenge.slug}`
    await decide('activity', challenge.id, { decision: 'hide', reason: 'abuse' })
    expect(await removed(grace, path)).toEqual([404, REMOVED])
    expect((await ada.visit(activityPage, { challenge: challenge.slug })).challenge).toMatchObject({ is_hidden: 1 })
    await decide('activity', challenge.id, { decision: 'keep' })
    expect((await removed(grace, path))[0]).toBe(200)
  })

  test('of a group, whose name is also gone from the lists', { tags: 'D-149' }, async () => {
    const { group } = await ada.call(storeGroup, { body: { title: 'Rude group' } })
    await grace.call(joinGroup, { params: { hut: group.slug }, body: {} })
    await ada.call(storeSession, { body: { challenge: { title: 'Plain', duration: 600, hut_id: group.id } } })
    await world.pass(60_000)
    const news = async () => (await grace.visit(inboxPage)).reminders[0]?.text
    expect(await news()).toBe('New in Rude group: Plain, by ada')
    await decide('group', group.id, { decision: 'hide', reason: 'abuse' })
    expect(await removed(grace, `/group/${group.slug}`)).toEqual([404, REMOVED])
    expect(JSON.stringify(await grace.visit(groupsPage))).not.toContain('Rude group')
    expect(await news()).toBe('ada made a new session: Plain')
    expect((await ada.visit(groupPage, { hut: group.slug })).group).toMatchObject({ is_hidden: 1 })
    await decide('group', group.id, { decision: 'keep' })
    expect(JSON.stringify(await grace.visit(groupsPage))).toContain('Rude group')
  })

  test('of a person, and of a text', { tags: 'D-149' }, async () => {
    const { persons } = (await ada.call(getMyPersons)).serverData
    const { id } = persons[0] as { id: number }
    await decide('person', id, { decision: 'hide', reason: 'privacy' })
    expect(await removed(grace, '/ada')).toEqual([404, REMOVED])
    expect((await ada.visit(personPage, { username: 'ada' })).profile).toMatchObject({ is_hidden: 1 })
    await decide('person', id, { decision: 'keep' })

    const book = await write(ada, { title: 'A bad book', is_book: 1 })
    const item = await write(ada, { title: 'In the bad book', parent_id: book.id })
    await decide('item', book.id, { decision: 'hide', reason: 'sexual', note: 'Not here' })
    expect(await removed(grace, item.path)).toEqual([404, REMOVED])
    expect((await ada.visit(itemPage, pathOf(item.path))).item).toMatchObject({ is_taken_down: 1 })
    expect(await ada.call(getTakedown, params('item', item.id))).toMatchObject({ reason: 'sexual', note: 'Not here' })
    await decide('item', item.id, { decision: 'keep' })
    expect((await removed(grace, item.path))[0]).toBe(200)
    expect(await caseOf('item', book.id)).toMatchObject({ status: 'kept' })
  })

  const pathOf = (path: string) => {
    const [, parentItem = '', childItem = ''] = path.split('/')
    return { parentItem, childItem }
  }
})

describe('hiding by reports', () => {
  const crowd = () => Promise.all(['hedy', 'lise', 'joan', 'mary'].map(name => world.as(name)))
  const isHidden = async (id: number) => (await caseOf('message', id))?.status === 'hidden'

  test('three people hide a message until a moderator decides, and then never again', { tags: 'D-148' }, async () => {
    const { event, said } = await message()
    const [hedy, lise, joan, mary] = (await crowd()) as [Caller, Caller, Caller, Caller]
    await report(hedy, 'message', said.id, { reason: 'abuse' })
    await report(lise, 'message', said.id, { reason: 'abuse' })
    expect(await isHidden(said.id)).toBe(false)
    await report(joan, 'message', said.id)
    expect((await world.visitor.visit(sessionChatPage, { event })).messages).toMatchObject([
      { content: '', is_hidden: 1 }
    ])
    expect(await grace.call(getTakedown, params('message', said.id))).toMatchObject({
      ...{ reason: 'abuse', is_by_rule: 1, can_ask: 0 }
    })
    expect((await grace.refused(askAgain, { ...params('message', said.id), body: {} })).status).toBe(409)
    expect(await inboxOf(grace)).toContain('Your message is hidden until a moderator looks at it')
    await decide('message', said.id, { decision: 'keep' })
    expect(await isHidden(said.id)).toBe(false)
    for (const caller of [mary, ada, await world.as('emmy')]) await report(caller, 'message', said.id)
    expect(await caseOf('message', said.id)).toMatchObject({ status: 'kept', waiting_since: expect.any(Date) })
  })

  test('a setting says how many people it takes', { tags: 'D-148' }, async () => {
    const admin = await world.admin()
    const set = async (hide_after: number) => {
      const { revision } = await admin.visit(settingsPage)
      await admin.call(updateSettings, { body: { revision, settings: { hide_after } } })
    }
    await set(2)
    const { said } = await message()
    const [hedy, lise] = (await crowd()) as [Caller, Caller]
    await report(hedy, 'message', said.id)
    expect(await isHidden(said.id)).toBe(false)
    await report(lise, 'message', said.id)
    expect(await isHidden(said.id)).toBe(true)
    await set(3)
  })

  test('reports at once hide it once', { tags: 'D-148' }, async () => {
    const { room, said } = await message()
    const payload = { kind: 'message', subject_id: said.id, reason: 'spam' }
    const send = (caller: Caller) => caller.request({ method: 'POST', url: storeReport.path, payload })
    const sent = await Promise.all((await crowd()).map(send))
    // The fourth may come after the third has hidden it.
    const counted = sent.filter(({ statusCode }) => statusCode === 200).length
    expect(counted).toBeGreaterThanOrEqual(3)
    expect(await caseOf('message', said.id)).toMatchObject({ status: 'hidden', reports_count: counted })
    const hides = (await eventsOf(world, room)).filter(event => event.type === 'update' && event.data.messages)
    expect(hides).toHaveLength(1)
  })

  test('reports that do not count hide nothing', { tags: 'D-148' }, async () => {
    const { said } = await message()
    const [hedy, lise, joan] = (await crowd()) as [Caller, Caller, Caller, Caller]
    const until = new Date(world.clock.now() + DAY)
    const suspended = { suspended_until: until, suspended_reason: 'Spam' }
    // Two count, which is one too few.
    for (const caller of [hedy, lise]) await report(caller, 'message', said.id)
    await report(grace, 'message', said.id)
    for (const name of ['new-1', 'new-2', 'new-3', 'new-4']) await report(await world.as(name), 'message', said.id)
    for (let nth = 0; nth < MOST_OF_VISITORS + 3; nth++) {
      await report(world.visitor, 'message', said.id, { comment: `Visitor ${nth}` })
    }
    expect(await isHidden(said.id)).toBe(false)
    expect((await caseOf('message', said.id))?.reports_count).toBe(7 + MOST_OF_VISITORS)
    await world.db.update(users).set(suspended).where(eq(users.username, 'lise'))
    await report(joan, 'message', said.id)
    expect(await isHidden(said.id)).toBe(false)
    await world.db
      .update(users)
      .set({ suspended_until: null, suspended_reason: null })
      .where(eq(users.username, 'lise'))
  })

  test('nothing of a moderator or an admin is hidden by reports', { tags: 'D-148' }, async () => {
    const admin = await world.admin()
    const { id } = await openRoom(ada, [moderator, admin])
    for (const [staff, other] of [
      [moderator, admin],
      [admin, moderator]
    ] as const) {
      const said = await say(staff, id, 'Please be kind')
      for (const caller of await crowd()) await report(caller, 'message', said.id)
      expect(await caseOf('message', said.id)).toMatchObject({ status: 'open', reports_count: 4 })
      await decide('message', said.id, { decision: 'keep' }, other)
    }
  })
})

test('a moderator decides nothing about their own, and an admin does', { tags: ['D-148', 'D-149'] }, async () => {
  const admin = await world.admin()
  const { id } = await openRoom(ada, [moderator, admin])
  const own = await say(moderator, id, 'I may say that')
  await report(grace, 'message', own.id)
  const decideOwn = async (decision: 'keep' | 'hide' | 'delete') => {
    const call = { ...params('message', own.id), body: { decision, reason: 'other' as const } }
    const { status, body } = await moderator.refused(decideReport, call)
    return [status, body.message]
  }
  const refused = [403, NOT_ONES_OWN]
  for (const decision of ['keep', 'hide', 'delete'] as const) expect(await decideOwn(decision)).toEqual(refused)
  expect(await caseOf('message', own.id)).toMatchObject({ status: 'open', waiting_since: expect.any(Date) })

  await decide('message', own.id, { decision: 'hide', reason: 'abuse' }, admin)
  expect(await decideOwn('keep')).toEqual(refused)
  expect(await moderator.call(getTakedown, params('message', own.id))).toMatchObject({ can_restore: 0, can_ask: 1 })
  expect(await admin.call(getTakedown, params('message', own.id))).toMatchObject({ can_restore: 1 })
  await moderator.call(askAgain, { ...params('message', own.id), body: { note: 'Please' } })
  expect(await decideOwn('hide')).toEqual(refused)
  await decide('message', own.id, { decision: 'keep' }, admin)

  // They delete it like anyone, and someone else closes the report.
  const later = await report(await world.as('hedy'), 'message', own.id)
  expect(later.error).toBeNull()
  await moderator.call(deleteMessage, { params: { message: String(own.id) } })
  expect(await decideOwn('keep')).toEqual(refused)
  expect(await decide('message', own.id, { decision: 'keep' }, admin)).toMatchObject({ status: 'deleted' })

  const said = await say(admin, id, 'I run this place')
  await report(grace, 'message', said.id)
  expect(await decide('message', said.id, { decision: 'keep' }, admin)).toMatchObject({ status: 'kept' })
})

test('a moderator deletes what was reported, and its reporters hear it', { tags: 'D-148' }, async () => {
  const { event, said } = await message()
  await report(ada, 'message', said.id)
  expect(await decide('message', said.id, { decision: 'delete' })).toMatchObject({ status: 'deleted' })
  expect((await ada.visit(sessionChatPage, { event })).messages).toEqual([])
  expect(await caseOf('message', said.id)).toMatchObject({ status: 'deleted', waiting_since: null })
  expect(await decide('message', said.id, { decision: 'keep' })).toMatchObject({ status: 'deleted' })
})

test('what cannot be reported is not found, and a decision needs a moderator and a reason', async () => {
  const { id, said } = { ...(await openRoom(ada)), ...(await message()) }
  const draft = await write(ada, { title: 'A draft', status: 0 })
  for (const [kind, subject] of [
    ['message', 999_999],
    ['item', draft.id],
    ['picture', 999_999]
  ] as const) {
    const body = { kind, subject_id: subject, reason: 'spam' as const }
    expect((await grace.refused(storeReport, { body })).status).toBe(404)
  }
  const hide = (body: object) => ({ ...params('message', said.id), body: body as never })
  expect((await grace.refused(decideReport, hide({ decision: 'keep' }))).status).toBe(403)
  expect((await moderator.refused(decideReport, hide({ decision: 'keep' }))).status).toBe(404)
  const { status, body } = await moderator.refused(decideReport, hide({ decision: 'hide' }))
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['reason']])
  const wrong = { ...params('session', id), body: { decision: 'delete' as const } }
  expect((await moderator.refused(decideReport, wrong)).status).toBe(422)
  expect(await world.db.select().from(reports).where(eq(reports.comment, 'none'))).toEqual([])
})
