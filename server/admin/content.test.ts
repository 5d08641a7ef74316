/** The lists of what people made, and what staff do about it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPassword } from '../../domain/accounts/passwords/api.ts'
import { patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { auditLogPage } from '../../domain/admin/api.ts'
import { contentPage, deleteContent, endContent } from '../../domain/admin/content-api.ts'
import { patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { deleteProgramme, storeProgramme, updateProgramme } from '../../domain/programmes/api.ts'
import { decideReport, reportsPage, storeReport } from '../../domain/reports/api.ts'
import { changeRule, endSeries, followDate, makeSeries } from '../../domain/series/api.ts'
import {
  cancelSession,
  endSession,
  resetSession,
  saveContent,
  sessionPage,
  startSession
} from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { ADMIN } from '../../testing/names.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'
import { sessions } from '../db/schema/sessions.ts'

let world: World
let admin: Caller
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const proven = () => admin.call(confirmPassword, { body: { password: ADMIN.password } })
const list = async (kinds: string, query: Record<string, string | number> = {}, caller = admin) =>
  (await caller.visit(contentPage, { kinds }, query)).rows
const titles = async (kinds: string, query: Record<string, string | number> = {}) =>
  (await list(kinds, query)).map(({ title }) => title)
const spam = { body: { reason: 'spam' as const } }
const remove = (kinds: string, id: number) => admin.call(deleteContent, { params: { kinds, id: String(id) }, ...spam })
const newest = async () => (await admin.visit(auditLogPage)).entries[0]
const status = async (path: string) => (await world.visitor.request({ url: `/api${path}` })).statusCode

test('each list finds things by a part of the title and by the whole username', async () => {
  const grace = await world.as('grace')
  const { title } = await openRoom(grace)
  await grace.call(storeGroup, { body: { title: 'Grace and her boats' } as never })
  await grace.call(storeActivity, { body: { challenge: { title: 'Row a 50%_boat' } } })
  const book = await write(grace, { title: 'Of boats', is_book: 1 })
  const item = await write(grace, { title: 'A boat, painted', parent_id: book.id })
  await write(grace, { title: 'A boat that nobody knows', status: 0 })
  expect(await titles('sessions', { q: 'grace' })).toEqual([title])
  expect(await titles('sessions', { q: title.toUpperCase() })).toEqual([title])
  expect(await titles('groups', { q: 'BOAT' })).toEqual(['Grace and her boats'])
  expect(await titles('activities', { q: '50%_b' })).toEqual(['Row a 50%_boat'])
  expect(await titles('activities', { q: '50__b' })).toEqual([])
  // Drafts stay private.
  const found = await list('items', { q: 'boat' })
  expect(found.map(({ path }) => path)).toEqual([item.path, book.path])
  expect(await list('items', { q: 'grace' })).toEqual(found)
  expect(found[0]).toMatchObject({ owner: 'grace', status: null, people: null, started_at: null, hidden: null })
  expect(await titles('items', { q: 'xy' })).toEqual([])
})

test('sessions are filtered by their state, and a page begins after a row', async () => {
  const host = await world.as('hedy')
  const [running, waiting] = [await openRoom(host), await openRoom(host, [], { waits: true })]
  const of = async (state: string) => titles('sessions', { q: 'hedy', state })
  expect(await of('running')).toEqual([running.title])
  expect(await of('waiting')).toEqual([waiting.title])
  const starts = (await list('sessions', { q: 'hedy' })).map(({ started_at }) => started_at)
  expect(starts).toEqual([null, expect.stringMatching(/^\d{4}-.*Z$/)])
  expect([await of('ended'), await of('hidden')]).toEqual([[], []])
  expect(await of('no state')).toEqual([waiting.title, running.title])
  expect(await titles('sessions', { q: 'hedy', before: waiting.id })).toEqual([running.title])
  expect(await titles('sessions', { q: 'hedy', before: 'x' })).toHaveLength(2)
})

test('hiding and restoring shows in the list with the reason', { tags: 'D-149' }, async () => {
  const { group } = await ada.call(storeGroup, { body: { title: 'Hidden group' } as never })
  const decide = (body: object) =>
    admin.call(decideReport, { params: { kind: 'group', subject: String(group.id) }, body: body as never })
  await decide({ decision: 'hide', reason: 'abuse' })
  expect(await list('groups', { state: 'hidden' })).toMatchObject([{ id: group.id, hidden: 'abuse' }])
  await decide({ decision: 'keep' })
  expect(await list('groups', { state: 'hidden' })).toEqual([])
})

/** Lets an admin act on their own things, of which the log has nothing, and then on another person's. */
async function expectLogged(
  act: (owner: Caller, actor: Caller) => Promise<void>,
  owner: Caller,
  expected: string[]
): Promise<void> {
  const boss = await world.as('boss')
  const entries = async () =>
    (await admin.visit(auditLogPage)).entries.map(({ action, subject }) => `${action} ${subject}`)
  await world.db.$client.query(`update users set role_id = 10 where username = 'boss'`)
  const before = await entries()
  await act(boss, boss)
  expect(await entries()).toEqual(before)
  await act(owner, boss)
  expect((await entries()).slice(0, expected.length)).toEqual(expected)
  await world.db.$client.query(`update users set role_id = 1 where username = 'boss'`)
}

test('the log has what an admin ends or deletes on the pages of others, and not what they do to their own', async () => {
  const iris = await world.as('iris')
  const act = async (owner: Caller, actor: Caller) => {
    const soon = new Date(world.clock.now() + 86_400_000).toISOString()
    const make = (title: string, more = {}) => {
      const challenge = { title, duration: 600, started_at: soon, ...more }
      return owner.call(storeSession, { body: { challenge } })
    }
    const { event: first } = await make('Every week')
    const { series } = await owner.call(makeSeries, { params: { event: first.slug }, body: { repeats: 'weekly' } })
    const { event: coming } = await make('Coming')
    const { event: running } = await make('Running', { started_at: undefined })
    const text = 'Week 1\n- Run: 20 min'
    const { path } = await owner.call(storeProgramme, { body: { title: 'Runs', text } })
    for (let twice = 0; twice < 2; twice++) {
      await actor.call(cancelSession, { params: { event: coming.slug } })
      await actor.call(endSeries, { params: { series: series.slug } })
    }
    await actor.call(endSession, { params: { event: running.slug }, body: {} })
    await actor.call(deleteProgramme, { params: { programme: path.split('/').at(-1) ?? '' } })
  }
  await expectLogged(act, iris, ['delete programme', 'end_session session', 'end_session session', 'delete session'])
})

test('the log has what an admin changes or resets on the pages of others, and not on their own', async () => {
  const owner = await world.as('ivy')
  const act = async (maker: Caller, actor: Caller) => {
    const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
    const challenge = { title: 'Every week', duration: 600, started_at }
    const params = { event: (await maker.call(storeSession, { body: { challenge } })).event.slug }
    await maker.call(makeSeries, { params, body: { repeats: 'weekly' } })
    const lobby = { title: 'By hand', duration: 600, is_manually_started: 1 as const }
    const room = { event: (await maker.call(storeSession, { body: { challenge: lobby } })).event.slug }
    const activity = (await maker.call(storeActivity, { body: { challenge: { title: 'Plan' } } })).challenge
    const { group } = await maker.call(storeGroup, { body: { title: 'Group' } })
    const text = 'Week 1\n- Run: 20 min'
    const { path } = await maker.call(storeProgramme, { body: { title: 'Runs', text } })

    await actor.call(patchSession, { params, body: { challenge: { title: 'Other' } } })
    await actor.call(saveContent, { params, body: { content: '<p>Other</p>' } })
    await actor.call(followDate, { params })
    await actor.call(changeRule, { params, body: { repeats: 'daily' } })
    await actor.call(startSession, { params: room, body: {} })
    await actor.call(resetSession, { params: room, body: {} })
    await actor.call(patchActivity, { params: { challenge: activity.slug }, body: { challenge: { title: 'Other' } } })
    await actor.call(patchGroup, { params: { hut: group.slug }, body: { title: 'Other' } })
    const programme = path.split('/').at(-1) ?? ''
    await actor.call(updateProgramme, { params: { programme }, body: { title: 'Other' } })
  }
  await expectLogged(act, owner, [
    'change programme',
    'change group',
    'change activity',
    'reset_session session',
    ...Array.from({ length: 5 }, () => 'change session')
  ])
})

test('an admin ends a running session for a reason, once', async () => {
  await proven()
  const { id, event } = await openRoom(ada)
  const input = { params: { id: String(id) }, ...spam }
  await admin.call(endContent, input)
  expect((await ada.visit(sessionPage, { event })).challengeEvent.status).toBe(2)
  const entry = { action: 'end_session', subject: 'session', subject_id: id, after: { reason: 'spam' } }
  expect(await newest()).toMatchObject(entry)
  expect((await admin.refused(endContent, input)).status).toBe(409)
  expect(await newest()).toMatchObject(entry)
})

test('an admin deletes a running, a waiting and an ended session', async () => {
  await proven()
  const grace = await world.as('grace')
  const [running, waiting, ended] = [
    await openRoom(ada, [grace]),
    await openRoom(ada, [], { waits: true }),
    await openRoom(ada)
  ]
  await admin.call(endContent, { params: { id: String(ended.id) }, ...spam })
  for (const { id, event } of [running, waiting, ended]) {
    await remove('sessions', id)
    expect(await status(`/sessions/${event}`)).toBe(404)
    expect(await newest()).toMatchObject({ action: 'delete', subject_id: id, after: { reason: 'spam' } })
  }
  const rows = await world.db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, (await ada.user()).id))
  expect(rows.filter(({ cancelled_at }) => cancelled_at).map(({ status }) => status)).toEqual([2, 2, 2])
  expect((await titles('sessions', { q: 'ada' })).filter(title => title === running.title)).toEqual([])
  expect(
    (await admin.refused(deleteContent, { params: { kinds: 'sessions', id: String(ended.id) }, ...spam })).status
  ).toBe(404)
})

test('an admin deletes a group, an activity and an item, and the reports about them close', async () => {
  await proven()
  const { group } = await ada.call(storeGroup, { body: { title: 'Deleted group' } as never })
  const body = { challenge: { title: 'Deleted activity', hut_id: group.id } }
  const { challenge } = await ada.call(storeActivity, { body })
  const item = await write(ada, { title: 'Deleted item' })
  const report = { kind: 'group' as const, subject_id: group.id, reason: 'spam' as const }
  await (await world.as('grace')).call(storeReport, { body: report })
  await remove('groups', group.id)
  expect(await status(`/group/${group.slug}`)).toBe(404)
  expect(await status(`/activities/${challenge.slug}`)).toBe(200)
  expect((await admin.visit(reportsPage)).waiting).toBe(0)
  await remove('activities', challenge.id)
  await remove('items', item.id)
  expect([await status(`/activities/${challenge.slug}`), await status(item.path)]).toEqual([404, 404])
  const { entries } = await admin.visit(auditLogPage)
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'delete', subject: 'item', subject_id: item.id, after: { reason: 'spam' } },
    { action: 'delete', subject: 'activity', subject_id: challenge.id, after: { reason: 'spam' } }
  ])
})

test('two admins who delete the same thing at once delete it once', async () => {
  await proven()
  const { group } = await ada.call(storeGroup, { body: { title: 'Twice' } as never })
  const input = { method: 'POST', url: `/api/admin/content/groups/${group.id}/delete`, payload: spam.body } as const
  const codes = (await Promise.all([admin.request(input), admin.request(input)])).map(({ statusCode }) => statusCode)
  expect(codes.sort()).toEqual([200, 404])
})

test('moderators find and hide, but only an admin with a fresh proof ends and deletes', { tags: 'D-148' }, async () => {
  const moderator = await world.moderator()
  const { id } = await openRoom(ada)
  expect((await list('sessions', { q: 'ada' }, moderator))[0]?.id).toBe(id)
  const [ending, deleting] = [
    { params: { id: String(id) }, ...spam },
    { params: { kinds: 'sessions', id: String(id) }, ...spam }
  ]
  for (const caller of [ada, moderator]) {
    expect((await caller.refused(endContent, ending)).status).toBe(403)
    expect((await caller.refused(deleteContent, deleting)).status).toBe(403)
  }
  world.clock.jump(16 * 60_000)
  expect((await admin.refused(endContent, ending)).body.error_code).toBe('PROOF_NEEDED')
  expect((await admin.refused(deleteContent, deleting)).body.error_code).toBe('PROOF_NEEDED')
  await proven()
  const bad = await admin.refused(deleteContent, { ...deleting, body: { reason: 'dull' as never } })
  expect([bad.status, bad.body.errors]).toEqual([422, { reason: 'Choose a reason.' }])
  for (const kinds of ['messages', 'toString']) {
    expect((await admin.refused(deleteContent, { params: { kinds, id: String(id) }, ...spam })).status).toBe(404)
  }
  expect((await admin.request({ url: '/api/admin/content/rockets' })).statusCode).toBe(404)
})
