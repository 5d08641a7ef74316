/**
 * The database that every seed copies: people with logins, a session that waits for its host, a class for tomorrow, and a
 * weekly class that begins while people act.
 */
import { Client, type ClientConfig } from 'pg'
import pino from 'pino'
import { register } from '../../domain/accounts/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { makeSeries } from '../../domain/series/api.ts'
import { setGuests } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { createApp } from '../../server/app.ts'
import { noProvider } from '../../server/billing/provider.ts'
import { openDatabase } from '../../server/db/database.ts'
import { readConfig } from '../../server/lib/config.ts'
import { createBus } from '../../server/realtime/bus.ts'
import { openStore } from '../../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../../server/uploads/public-fetch.ts'
import { fillDatabase } from '../../testing/database/postgres.ts'
import { PASSWORD, TEMPLATE } from '../../testing/names.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { seededRandom } from '../../testing/random.ts'
import type { Person, Room } from './browser.ts'
import { seedIds } from './globals.ts'

export const BEGIN = Date.UTC(2026, 2, 2, 9)
/** Seconds of the session, and of each of its parts. */
const [LENGTH, PART] = [300, 20]
/** Fewer places than people, so that some find the session full. */
const PLACES_FOR = 0.7
/** The class is full with two, so that people wait for a place (D-151). */
const PLACES_OF_CLASS = 2
/** When the first date of the weekly class begins, in ms after the beginning. Its regulars pay then. */
const FIRST_DATE = 12_000
/** These people have almost no uses. The others have a thousand. */
const POOR = ['person-1', 'person-2']
const FEW_USES = 2

export interface Template {
  /** The first one hosts the session. */
  people: Person[]
  room: Room
  /** A session that starts after the simulation has ended. Its host is the first person. */
  class: Room
  /** A weekly class of the same host. The first date begins soon. */
  series: { slug: string; dates: string[] }
  goal: string
  parts: string[]
  /** Copies the database. The caller drops the copy. */
  copy: () => Promise<Copy>
  drop: () => Promise<void>
}

export interface Copy {
  connection: ClientConfig
  drop: () => Promise<void>
}

export async function createTemplate(server: ClientConfig, count: number): Promise<Template> {
  // The seed decides random names, and other processes have the same.
  const name = `hut_simulated_${process.pid}`
  const run = (sql: string): Promise<void> => runAt(server, sql)
  const connection = { ...server, database: name }
  if (await hasDatabase(server, TEMPLATE)) await run(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  else {
    await run(`create database ${name}`)
    await fillDatabase(connection)
  }
  // Both ways have used another count of random numbers.
  seedIds(seededRandom(0))
  const filled = await fill(connection, count)
  const drop = (database: string) => run(`drop database ${database} with (force)`)
  let copies = 0
  return {
    ...filled,
    async copy() {
      const copy = `${name}_${++copies}`
      await run(`create database ${copy} template ${name} strategy file_copy`)
      return { connection: { ...server, database: copy }, drop: () => drop(copy) }
    },
    drop: () => drop(name)
  }
}

/** Whether the server has the database. That of a test run has the template of all tests. */
async function hasDatabase(server: ClientConfig, name: string): Promise<boolean> {
  const client = new Client(server)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  await client.end()
  return rowCount === 1
}

async function runAt(server: ClientConfig, sql: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function fill(connection: ClientConfig, count: number): Promise<Omit<Template, 'copy' | 'drop'>> {
  const log = pino({ level: 'silent' })
  const db = openDatabase(connection, log)
  const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: '/nowhere' })
  const { app } = await createApp({
    db,
    config,
    clock: { now: () => BEGIN, after: () => () => {} },
    bus: createBus(),
    shell: () => '',
    assets: null,
    provider: noProvider(),
    sandbox: null,
    store: await openStore(config),
    network: OPEN_INTERNET,
    mailer: { send: async () => ({ type: 'sent' }), forget: async () => {} }
  })
  const post = async (url: string, payload: object, cookie = '', method: 'POST' | 'PUT' = 'POST') => {
    const response = await app.inject({ method, url, payload, headers: { cookie } })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
    return { body: response.json(), cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  }
  const people: Person[] = []
  for (let nth = 0; nth < count; nth++) {
    const username = `person-${nth}`
    const account = { email: `${username}@example.org`, username, client_uuid: `browser of ${username}` }
    const { cookie } = await post(register.path, { ...account, password: PASSWORD, password_confirmation: PASSWORD })
    const { rows } = await db.$client.query('select id::int from users where username = $1', [username])
    people.push({ id: rows[0].id, username, cookie })
  }
  const steps = taskOf({ title: 'Steps', amount: 1000 })
  const parts = Array.from({ length: 6 }, (_, nth) => partOf({ title: `Part ${nth + 1}`, duration: PART }))
  const { body } = await post(
    storeSession.path,
    {
      challenge: {
        title: 'A simulated session',
        tasks: [taskGroupOf([steps])],
        parts: [partGroupOf(parts, { linked: 1, auto_start: 1 })],
        duration: LENGTH,
        is_manually_started: 1,
        participant_limit: Math.ceil(count * PLACES_FOR)
      }
    },
    people[0]?.cookie
  )
  const tomorrow = new Date(BEGIN + 24 * 3_600_000).toISOString()
  const yoga = { title: 'A class', duration: LENGTH, started_at: tomorrow, participant_limit: PLACES_OF_CLASS }
  const host = people[0]?.cookie
  const made = await post(storeSession.path, { challenge: yoga }, host)
  const soon = new Date(BEGIN + FIRST_DATE).toISOString()
  const first = await post(storeSession.path, { challenge: { ...yoga, title: 'A series', started_at: soon } }, host)
  for (const event of [body.event.slug, first.body.event.slug])
    await post(fillPath(setGuests.path, { event }), { guests: 1, guests_chat: 1 }, host, 'PUT')
  const repeats = await post(fillPath(makeSeries.path, { event: first.body.event.slug }), { repeats: 'weekly' }, host)
  const { slug: series } = repeats.body.series
  const dates = await db.$client.query<{ slug: string }>(
    'select slug from sessions where series_id is not null order by series_at'
  )
  for (const name of POOR) {
    const person = '(select id from users where username = $1)'
    await db.$client.query(`update ledger set amount = $2 where user_id = ${person}`, [name, FEW_USES])
    await db.$client.query(`update balances set free = $2 where user_id = ${person}`, [name, FEW_USES])
  }
  await app.close()
  await db.$client.end()
  const { id, slug } = body.event
  const { event } = made.body
  return {
    people,
    room: { id, slug },
    class: { id: event.id, slug: event.slug },
    series: { slug: series, dates: dates.rows.map(({ slug }) => slug) },
    goal: steps.uuid,
    parts: parts.map(({ uuid }) => uuid)
  }
}
