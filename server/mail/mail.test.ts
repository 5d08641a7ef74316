import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { adminMailPage, retryMails } from '../../domain/admin/delivery-api.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import { RECEIPT } from '../../testing/mails.ts'
import { type MailServer, openMailServer } from '../../testing/servers/mail-server.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { users } from '../db/schema/accounts.ts'
import { mails } from '../db/schema/mail.ts'
import { readConfig } from '../lib/config.ts'
import { createLog } from '../lib/log.ts'
import { claimMail, giveUp, putOff, queueMail } from './mail-rows.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const LOOK = 5 * SECOND
const APP_URL = 'https://hut.example.org'
const REFUSED = 550
const BUSY = 450

let server: MailServer
let world: World
/** The lines of the log. */
let logged: string[] = []
const log = createLog('info', { destination: { write: line => void logged.push(line) } })

beforeAll(async () => {
  server = await openMailServer()
  world = await open({ SMTP_URL: server.url, METRICS_TOKEN: TOKEN })
})
afterEach(async () => {
  await world.db.delete(mails).where(eq(mails.attempts, mails.attempts))
  server.accept()
  server.received.length = 0
  logged = []
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

/** Opens the app with the mailer of these settings. */
function open(settings: Record<string, string>): Promise<World> {
  return openWorld({ APP_URL, ...settings }, { mailer: undefined, log })
}

async function idOf(name: string, where = world): Promise<number> {
  await where.as(name)
  // The mail that confirms the address is tested with the accounts.
  await where.db.delete(mails).where(sql`${mails.content} ->> 'kind' = 'welcome'`)
  const [user] = await where.db.select({ id: users.id }).from(users).where(eq(users.username, name))
  if (!user) throw new Error(`there is no ${name}`)
  return user.id
}

async function queue(name: string, mail: Mail = RECEIPT, where = world): Promise<void> {
  const userId = await idOf(name, where)
  const sender = { clock: where.clock, config: readConfig({ APP_URL }) }
  await where.db.transaction(tx => queueMail(tx, sender, userId, mail))
}

/** Jumps instead of advancing, since a day of ordinary ticks would take long. */
async function later(ms: number, where = world): Promise<void> {
  where.clock.jump(ms)
  await where.pass(LOOK)
}

async function metrics(): Promise<Record<string, number>> {
  const { body } = await world.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = [...body.matchAll(/^(hut_mails\S*) (\S+)$/gm)]
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]))
}
const TOKEN = 'a token for metrics'

const recipients = (received: ParsedMail[]) => received.map(({ to }) => [to].flat()[0]?.text)

test('a mail is sent once, soon after its transaction, with both parts', async () => {
  await queue('ada')
  expect(server.received).toEqual([])
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['ada@example.org'])
  const [mail] = server.received
  expect(mail).toMatchObject({ subject: 'Receipt: 10 tokens for $10.00', date: new Date(world.clock.now() - LOOK) })
  expect(mail?.from?.text).toBe('"Challenge Hut" <no-reply@hut.example.org>')
  expect(mail?.messageId).toMatch(/^<[-0-9a-f]{36}@hut\.example\.org>$/)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.text).toContain('Hello ada,')
  expect(mail?.text).toContain(`See your tokens: ${APP_URL}/account/tokens`)
  expect(mail?.html).toContain(`<a class="button" href="${APP_URL}/account/tokens">See your tokens</a>`)
  await later(DAY)
  expect(server.received).toHaveLength(1)
})

test('a mail of a transaction that is rolled back is never sent', async () => {
  const userId = await idOf('ada')
  const failing = world.db.transaction(async tx => {
    await queueMail(tx, { clock: world.clock, config: readConfig({ APP_URL }) }, userId, RECEIPT)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await later(MINUTE)
  expect(server.received).toEqual([])
})

test('while the mail server is down all mails wait and the metrics show it; then all are sent', async () => {
  await server.stop()
  await queue('ada')
  await queue('grace')
  await world.pass(LOOK)
  await later(MINUTE)
  expect(await metrics()).toEqual({
    'hut_mails{state="waiting"}': 2,
    'hut_mails{state="failed"}': 0,
    hut_mails_oldest_waiting_seconds: 70
  })
  expect(logged.filter(line => line.includes('mails cannot be sent')).map(line => JSON.parse(line))).toMatchObject([
    { level: 40, reason: 'ECONNREFUSED CONN', failures: 1 },
    { level: 40, reason: 'ECONNREFUSED CONN', failures: 2 }
  ])
  // However long it takes, no mail is given up.
  for (let week = 0; week < 4; week++) await later(7 * DAY)
  await server.start()
  await later(15 * MINUTE)
  expect(recipients(server.received).sort()).toEqual(['ada@example.org', 'grace@example.org'])
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 0, hut_mails_oldest_waiting_seconds: 0 })
})

test('an admin sees why a mail waits, and sends it without waiting for the end of the pause', async () => {
  const admin = await world.admin()
  await world.db.delete(mails).where(isNull(mails.sent_at))
  await server.stop()
  await queue('ada')
  await world.pass(LOOK)
  const [waiting] = (await admin.visit(adminMailPage)).mails
  expect(waiting).toMatchObject({
    kind: RECEIPT.kind,
    username: 'ada',
    to: 'ada@example.org',
    reason: 'ECONNREFUSED CONN'
  })
  await server.start()
  expect(await admin.call(retryMails, { body: { id: waiting?.id } })).toMatchObject({ mails: 1 })
  await world.workers.mails.done()
  expect(recipients(server.received)).toEqual(['ada@example.org'])
  expect(await admin.call(retryMails, { body: { id: waiting?.id } })).toMatchObject({ mails: 0 })
})

test('a mail that a node is sending is not sent again by an admin', async () => {
  const admin = await world.admin()
  await world.db.delete(mails).where(isNull(mails.sent_at))
  await queue('ada')
  const now = new Date(world.clock.now())
  expect(await claimMail(world.db, now, new Date(now.getTime() + MINUTE))).not.toBeNull()
  const [sending] = (await admin.visit(adminMailPage)).mails
  expect(sending?.id).toBeGreaterThan(0)
  expect(await admin.call(retryMails, { body: { id: sending?.id } })).toMatchObject({ mails: 0 })
  await world.db.delete(mails).where(isNull(mails.sent_at))
})

test('a mail that the server refuses for good fails at once, and others are sent', async () => {
  server.refuse('ada@example.org', REFUSED)
  await queue('ada')
  await queue('grace')
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['grace@example.org'])
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 0, 'hut_mails{state="failed"}': 1 })
  server.accept()
  await later(DAY)
  expect(server.received).toHaveLength(1)
})

test('a delayed mail is retried with the same Message-ID, and given up in the end', async () => {
  server.refuse('ada@example.org', BUSY)
  await queue('ada')
  await queue('hedy')
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['hedy@example.org'])
  const [row] = await world.db.select().from(mails).where(eq(mails.attempts, 1))
  expect(row?.due_at).toEqual(new Date(world.clock.now() + MINUTE))
  server.accept()
  await later(MINUTE)
  expect(server.received[1]?.messageId).toBe(`<${row?.message_id}>`)

  // The 25th attempt is the last.
  server.refuse('ada@example.org', BUSY)
  await queue('ada')
  await world.db.update(mails).set({ attempts: 23 }).where(isNotNull(mails.due_at))
  await world.pass(LOOK)
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 1, 'hut_mails{state="failed"}': 0 })
  await later(4 * 60 * MINUTE)
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 0, 'hut_mails{state="failed"}': 1 })
})

test('npm run mail -- retry sends failed mails again, once', async () => {
  server.refuse('ada@example.org', REFUSED)
  await queue('ada')
  await queue('grace')
  await world.pass(LOOK)
  server.accept()
  expect(recipients(server.received)).toEqual(['grace@example.org'])
  const { rows } = await world.db.execute<{ name: string }>(sql`select current_database() as name`)
  const env = { DATABASE_URL: urlOf({ ...inject('postgres'), database: rows[0]?.name ?? '' }) }
  const retry = (...words: string[]) => runProgram('server/mail/mail-command.ts', env, words)
  expect(await retry('retry')).toEqual({ code: 0, printed: 'mails to send again: 1\n' })
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['grace@example.org', 'ada@example.org'])
  expect(await retry('retry')).toEqual({ code: 0, printed: 'mails to send again: 0\n' })
  expect(await retry()).toEqual({ code: 2, printed: 'An argument is missing. Usage: npm run mail -- retry\n' })
})

test('when a node dies another one sends its mail after the claim has expired', async () => {
  await queue('ada')
  const now = world.clock.now()
  const claim = await claimMail(world.db, new Date(now), new Date(now + 10 * MINUTE))
  expect(claim).not.toBeNull()
  await later(9 * MINUTE)
  expect(server.received).toEqual([])
  await later(MINUTE)
  expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${claim?.message_id}>`])
  // The first node was only slow, and changes nothing any more.
  if (!claim) throw new Error('unreachable')
  await putOff(world.db, claim, 1, new Date(now), 'slow')
  await giveUp(world.db, claim, new Date(now), 'slow')
  await later(DAY)
  expect(server.received).toHaveLength(1)
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 0, 'hut_mails{state="failed"}': 0 })
})

test('a mail that cannot be composed waits, is logged, and delays no other', async () => {
  await queue('ada', { ...RECEIPT, currency: 'no currency' })
  await queue('grace')
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['grace@example.org'])
  expect(await metrics()).toMatchObject({ 'hut_mails{state="waiting"}': 1 })
  expect(logged.some(line => line.includes('could not compose a mail'))).toBe(true)
})

test('a name or a title cannot begin a header or an element, and is never cut', async () => {
  const long = 'x'.repeat(2000)
  const injected = 'Bcc: eve@example.org'
  await queue('mallory', {
    ...RECEIPT,
    kind: 'subscription receipt',
    plan: `Goals\r\n${injected}`,
    is_renewal: true,
    period_start: RECEIPT.paid_at,
    period_end: RECEIPT.paid_at,
    reference: '"><img src=x>'
  })
  const name = `Ada\r\n${injected}\r\n\r\n<script>alert(1)</script> ${long}`
  await world.db.update(users).set({ name }).where(eq(users.username, 'mallory'))
  await world.pass(LOOK)
  expect(recipients(server.received)).toEqual(['mallory@example.org'])
  const [mail] = server.received
  expect([...(mail?.headers.keys() ?? [])].sort()).toEqual([
    ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
  ])
  expect(mail?.subject).toBe(`Receipt: Goals ${injected} for $10.00`)
  expect(mail?.text).toContain(`Hello Ada ${injected} <script>alert(1)</script> ${long},`)
  expect(mail?.html).toContain(`Hello Ada ${injected} &lt;script&gt;alert(1)&lt;/script&gt; ${long},`)
  expect(mail?.html).toContain('&quot;&gt;&lt;img src=x&gt;')
})

test('sent and failed mails are deleted after 30 days, and personal ones with their person', async () => {
  server.refuse('grace@example.org', REFUSED)
  for (const name of ['ada', 'grace']) await queue(name)
  await world.pass(LOOK)
  const waits = { due_at: new Date(world.clock.now() + 90 * DAY) }
  await queue('katherine')
  await world.db
    .update(mails)
    .set(waits)
    .where(eq(mails.user_id, await idOf('katherine')))
  const count = () => world.db.$count(mails)
  await later(29 * DAY)
  expect(await count()).toBe(3)
  await later(2 * DAY)
  expect(await count()).toBe(1)
  await world.db.delete(users).where(eq(users.username, 'katherine'))
  expect(await count()).toBe(0)
})

test('a stop waits three seconds for a mail in progress, which another node sends later', async () => {
  let connected = false
  const hanging = await openMailServer({
    onConnect: () => {
      connected = true
    }
  })
  const stopped = await open({ SMTP_URL: hanging.url })
  await queue('ada', RECEIPT, stopped)
  stopped.clock.advance(LOOK)
  await vi.waitFor(() => expect(connected).toBe(true))
  let closed = false
  const closing = stopped.app.close().then(() => {
    closed = true
  })
  await vi.waitFor(() => {
    stopped.clock.advance(3 * SECOND)
    expect(closed).toBe(true)
  })
  await closing
  const [row] = await stopped.db.select().from(mails)
  expect(row).toMatchObject({ attempts: 0, sent_at: null, failed_at: null })
  await stopped.close()
  await hanging.stop()
})

test('a wrong password, or a sender that the mail server rejects, loses no mail', async () => {
  let password = 'another'
  let isKnown = false
  const strict = await openMailServer({
    authOptional: false,
    onAuth: (given, _session, done) =>
      done(null, { user: given.username === 'hut@example.org' && given.password === password ? 'hut' : undefined }),
    onMailFrom: (_address, _session, done) =>
      done(isKnown ? null : Object.assign(new Error('who are you?'), { responseCode: REFUSED }))
  })
  onTestFinished(() => strict.stop())
  const careful = await open({ SMTP_URL: strict.url.replace('//', '//hut%40example.org:p%40ss%20word@') })
  await queue('ada', RECEIPT, careful)
  await careful.pass(LOOK)
  password = 'p@ss word'
  await later(MINUTE, careful)
  const [row] = await careful.db.select().from(mails)
  expect(row).toMatchObject({ attempts: 0, sent_at: null, failed_at: null })
  expect(logged.filter(line => line.includes('mails cannot be sent')).map(line => JSON.parse(line).reason)).toEqual([
    'EAUTH AUTH PLAIN 535',
    'EENVELOPE MAIL FROM 550'
  ])
  isKnown = true
  await later(2 * MINUTE, careful)
  expect(strict.received).toHaveLength(1)
  for (const secret of ['p@ss', 'p%40ss', 'hut@']) expect(logged.join('')).not.toContain(secret)
  await careful.close()
})

test('without SMTP_URL each mail is a file that only this user can read, named in the log', async () => {
  const DATA_DIR = await temporaryFolder()
  const files = await open({ DATA_DIR })
  await queue('ada', RECEIPT, files)
  await queue('grace', RECEIPT, files)
  await files.pass(LOOK)
  const folder = join(DATA_DIR, 'mail')
  const names = await readdir(folder)
  expect(names).toHaveLength(2)
  for (const name of names) {
    expect(name).toMatch(/^2026-03-02T090000Z-[0-9a-f]{8}\.eml$/)
    expect(logged.join()).toContain(join(folder, name))
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const mail = await simpleParser(await readFile(join(folder, names[0] ?? '')))
  expect(recipients([mail])).toEqual([expect.stringMatching(/^(ada|grace)@example\.org$/)])
  expect(mail.text).toContain('Thank you for your purchase')
  expect(mail.html).toContain('<h1>Thank you for your purchase</h1>')
  await later(31 * DAY, files)
  await setImmediate()
  expect(await readdir(folder)).toEqual([])
  await files.close()
})

test('the log contains no addresses and no contents', async () => {
  server.refuse('grace@example.org', REFUSED)
  server.refuse('hedy@example.org', BUSY)
  for (const name of ['ada', 'grace', 'hedy']) await queue(name)
  await world.pass(LOOK)
  // Ids and times may contain such characters by chance.
  const lines = logged.join('').replaceAll(/[0-9a-f-]{36}|"(time|pid)":\d+/g, '')
  for (const text of ['mail sent', 'gave up a mail that was refused']) expect(lines).toContain(text)
  for (const text of ['ada@', 'grace@', 'hedy@', 'Receipt', '4242', 'Hello']) {
    expect(lines).not.toContain(text)
  }
})

test('two nodes send each mail once', async () => {
  const { app: second } = await world.secondNode()
  onTestFinished(() => second.close())
  for (const name of ['ada', 'grace', 'hedy', 'ada', 'grace', 'hedy']) await queue(name)
  await world.pass(LOOK)
  expect(server.received).toHaveLength(6)
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(6)
})

test('a mail that another node is claiming is skipped without waiting', async () => {
  await queue('ada')
  world.clock.jump(SECOND)
  await queue('grace')
  const now = world.clock.now()
  const claim = await world.db.transaction(async tx => {
    await tx.select().from(mails).orderBy(mails.due_at).limit(1).for('update')
    return claimMail(world.db, new Date(now), new Date(now + 10 * MINUTE))
  })
  expect(claim?.email).toBe('grace@example.org')
})
