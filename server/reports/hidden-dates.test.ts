/** Hiding a date of a series hides the other dates with the same words (D-149, D-150). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage } from '../../domain/browse/api.ts'
import type { HiddenKind } from '../../domain/moderation/hidden.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { askAgain, decideReport, getTakedown, reportsPage, storeReport } from '../../domain/reports/api.ts'
import { changeRule, endSeries, makeSeries, seriesPage } from '../../domain/series/api.ts'
import { cancelSession, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { eventsOf } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let moderator: Caller
let host: Caller
let member: Caller
beforeAll(async () => {
  world = await openWorld()
  moderator = await world.moderator()
  host = await world.as('ada')
  member = await world.as('grace')
})
afterAll(() => world.close())

/** A weekly series. Returns its slug and the slugs of its dates. */
async function repeat(title: string) {
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const challenge = { title, content: `<p>${title}</p>`, duration: 3600, started_at }
  const { event } = await host.call(storeSession, { body: { challenge } })
  await host.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const { rows } = await world.db.$client.query<{ id: number; slug: string; series: string }>(
    `select d.id::int, d.slug, e.slug as series from sessions d join series e on e.id = d.series_id
     where e.id = (select series_id from sessions where id = $1) order by d.series_at`,
    [event.id]
  )
  return { dates: rows, series: rows[0]?.series ?? '' }
}
const decide = (id: number, body: object) => moderator.call(decideReport, { params: about(id), body: body as never })
const about = (id: number) => ({ kind: 'session' satisfies HiddenKind, subject: String(id) })
const statuses = (dates: { slug: string }[]) =>
  Promise.all(dates.map(async ({ slug }) => (await member.request({ url: `/api/sessions/${slug}` })).statusCode))
const listed = async (title: string) => JSON.stringify(await world.visitor.visit(homePage)).includes(title)
const unlisted = async () =>
  (await world.db.$client.query('select unlisted from sessions where series_id is not null order by id')).rows.map(
    row => row.unlisted
  )

test('hiding a date hides the others with its words at once, and restoring any of them shows them', {
  tags: ['D-149', 'D-150']
}, async () => {
  const { dates, series } = await repeat('Cheap pills')
  const [first, second, own, link] = dates as [OneDate, OneDate, OneDate, OneDate]
  const words = { title: 'A walk', content: '<p>A walk</p>' }
  await host.call(patchSession, { params: { event: own.slug }, body: { challenge: words } })
  await host.call(patchSession, { params: { event: link.slug }, body: { challenge: { unlisted: 1 } } })
  const wereUnlisted = await unlisted()
  expect(await listed('Cheap pills')).toBe(true)
  expect(await statuses(dates)).toEqual([200, 200, 200, 200])

  await decide(second.id, { decision: 'hide', reason: 'spam', note: 'No ads' })
  expect(await statuses(dates)).toEqual([404, 404, 200, 404])
  expect(await listed('Cheap pills')).toBe(false)
  expect((await host.visit(seriesPage, { series })).coming.map(({ title }) => title)).toEqual(['A walk'])
  expect((await eventsOf(world, first.id)).at(-1)).toMatchObject({ data: { is_hidden: 1, reload: true } })
  expect((await host.visit(sessionPage, { event: first.slug })).challengeEvent).toMatchObject({ is_hidden: 1 })
  expect(await host.call(getTakedown, { params: about(first.id) })).toMatchObject({ reason: 'spam', note: 'No ads' })
  // One decision is one case, and the host hears of it once.
  expect((await moderator.visit(reportsPage, {}, { decided: 1 })).cases).toMatchObject([{ subject_id: second.id }])
  const { reminders } = await host.visit(inboxPage)
  expect(reminders.filter(({ kind }) => kind === 'content_decided').length).toBe(1)

  await decide(first.id, { decision: 'keep' })
  expect(await statuses(dates)).toEqual([200, 200, 200, 200])
  expect([await listed('Cheap pills'), await unlisted()]).toEqual([true, wereUnlisted])
  expect((await member.visit(seriesPage, { series })).series.title).toBe('Cheap pills')
  expect((await moderator.visit(reportsPage, {}, { decided: 1 })).cases).toMatchObject([
    { subject_id: second.id, status: 'kept' }
  ])
})
type OneDate = Awaited<ReturnType<typeof repeat>>['dates'][number]

test('a hidden date with reports that wait is decided by itself', { tags: ['D-148', 'D-149'] }, async () => {
  const { dates } = await repeat('More pills')
  const [first, second, third] = dates as [OneDate, OneDate, OneDate]
  for (const { id } of [second, third]) {
    await member.call(storeReport, { body: { kind: 'session', subject_id: id, reason: 'spam' } })
  }
  await decide(first.id, { decision: 'hide', reason: 'spam' })
  expect((await moderator.visit(reportsPage)).waiting).toBe(2)
  await decide(second.id, { decision: 'hide', reason: 'abuse' })
  await decide(third.id, { decision: 'keep' })
  expect((await moderator.visit(reportsPage)).waiting).toBe(0)
  expect(await statuses(dates)).toEqual([404, 404, 200, 404])
  await decide(first.id, { decision: 'keep' })
  expect(await statuses(dates)).toEqual([200, 404, 200, 200])
})

test('a date with words of its own hides alone', { tags: ['D-149', 'D-150'] }, async () => {
  const { dates } = await repeat('A run')
  const [, own] = dates as [OneDate, OneDate]
  const challenge = { title: 'Rude', content: '<p>Rude</p>' }
  await host.call(patchSession, { params: { event: own.slug }, body: { challenge } })
  await decide(own.id, { decision: 'hide', reason: 'abuse' })
  expect(await statuses(dates)).toEqual([200, 404, 200, 200])
})

test('deleting a date that was hidden with another makes no case and no entry in the log', {
  tags: ['D-148', 'D-149']
}, async () => {
  const { dates } = await repeat('Other pills')
  const [first, second] = dates as [OneDate, OneDate]
  await decide(second.id, { decision: 'hide', reason: 'spam' })
  const admin = await world.admin()
  await admin.call(cancelSession, { params: { event: first.slug } })
  const { rows } = await world.db.$client.query(
    `select subject_id::int, status from report_cases where kind = 'session' and subject_id = any($1)`,
    [[first.id, second.id]]
  )
  expect(rows).toEqual([{ subject_id: second.id, status: 'hidden' }])
})

test('reports hide no date whose words a moderator kept on another date', { tags: ['D-148', 'D-149'] }, async () => {
  const crowd = await Promise.all(['mary', 'emmy', 'hedy'].map(name => world.as(name)))
  world.clock.jump(2 * 86_400_000)
  const { dates } = await repeat('Free pills')
  const [first, kept] = dates as [OneDate, OneDate]
  const report = (caller: Caller, { id }: OneDate) =>
    caller.call(storeReport, { body: { kind: 'session', subject_id: id, reason: 'spam' } })
  await report(member, kept)
  await decide(kept.id, { decision: 'keep' })
  for (const caller of crowd) await report(caller, first)
  expect(await statuses(dates)).toEqual([200, 200, 200, 200])
  expect((await moderator.visit(reportsPage)).cases).toMatchObject([{ subject_id: first.id, reports_count: 3 }])
})

test('hidden dates keep their takedown when a new rule drops the date that was taken down', {
  tags: ['D-149', 'D-150']
}, async () => {
  const { dates } = await repeat('Fewer pills')
  const [first, second, third] = dates as [OneDate, OneDate, OneDate]
  await decide(second.id, { decision: 'hide', reason: 'spam' })
  const body = { repeats: 'weekly', every: 2 } as const
  await host.call(changeRule, { params: { event: first.slug }, body })
  expect(await statuses([first, second, third])).toEqual([404, 404, 404])
  expect(await host.call(getTakedown, { params: about(third.id) })).toMatchObject({ reason: 'spam' })
  await decide(third.id, { decision: 'keep' })
  expect(await statuses([first, second, third])).toEqual([200, 404, 200])
})

test('an admin who ends a series closes the reports about its coming dates', { tags: ['D-148', 'D-150'] }, async () => {
  const { dates, series } = await repeat('Ended pills')
  const { waiting } = await moderator.visit(reportsPage)
  for (const { id } of dates.slice(0, 2)) {
    await member.call(storeReport, { body: { kind: 'session', subject_id: id, reason: 'spam' } })
  }
  const [, other] = (await repeat('Kept walks')).dates as [OneDate, OneDate]
  await member.call(storeReport, { body: { kind: 'session', subject_id: other.id, reason: 'spam' } })
  expect((await moderator.visit(reportsPage)).waiting).toBe(waiting + 3)
  const admin = await world.admin()
  await admin.call(endSeries, { params: { series } })
  expect((await moderator.visit(reportsPage)).waiting).toBe(waiting + 1)
})

test('an admin whose new rule drops a date closes the reports about it', { tags: ['D-148', 'D-150'] }, async () => {
  const { dates } = await repeat('Rare pills')
  const [first, second] = dates as [OneDate, OneDate]
  const { waiting } = await moderator.visit(reportsPage)
  await member.call(storeReport, { body: { kind: 'session', subject_id: second.id, reason: 'spam' } })
  const admin = await world.admin()
  await admin.call(changeRule, { params: { event: first.slug }, body: { repeats: 'weekly', every: 2 } })
  expect((await moderator.visit(reportsPage)).waiting).toBe(waiting)
})

test('the other hidden dates keep the takedown when its date is deleted', { tags: ['D-148', 'D-149'] }, async () => {
  const { dates } = await repeat('Last pills')
  const [first, second] = dates as [OneDate, OneDate]
  await decide(second.id, { decision: 'hide', reason: 'spam' })
  await host.call(askAgain, { params: about(first.id), body: { note: 'Please' } })
  const { waiting } = await moderator.visit(reportsPage)
  const admin = await world.admin()
  await admin.call(cancelSession, { params: { event: second.slug } })
  expect((await moderator.visit(reportsPage)).waiting).toBe(waiting - 1)
  expect(await host.call(getTakedown, { params: about(first.id) })).toMatchObject({ reason: 'spam' })
  await decide(first.id, { decision: 'keep' })
  expect((await statuses(dates)).filter(status => status === 200).length).toBe(3)
})
