/**
 * One soak: people use several nodes while everything restarts. At the end it checks everything that was confirmed to
 * them.
 */
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { cookieOf, insertPeople } from '../bench/lib/content.ts'
import { photo } from '../testing/input/pictures.ts'
import { seededRandom } from '../testing/random.ts'
import { runProgram } from '../testing/servers/program.ts'
import { createCaller } from './lib/caller.ts'
import { type Fleet, type FleetWish, openFleet } from './lib/fleet.ts'
import { createJournal, type Journal, noteWrong, type Restart } from './lib/journal.ts'
import { gapsIn, isExplained, type Row, wrongRows } from './lib/judge.ts'
import { openTab, type Tab } from './lib/tab.ts'
import { host, keepDiary, type Person, publish, type Scene, takePart, visit } from './people.ts'

export interface SoakWish extends Omit<FleetWish, 'folder'> {
  seconds: number
  seed: number
  /** The number of people of each kind. */
  people: { visitors: number; members: number; hosts: number; diarists: number; writers: number }
  /** The average wait between two actions of a person. */
  thinkMs: number
  /** The restarts, one after another. People continue until all are done. */
  restarts: Restart['what'][]
  /** Seconds from the end of one restart to the next, on average. */
  restartEvery: number
  /** Receives lines of progress. */
  tell?: (line: string) => void
}

/** Everything pending at the end resolves by itself within this time, as after any outage. */
const LONGEST_WAIT = 20_000

/** Returns the journal; its failures are what went wrong. */
export async function soak(wish: SoakWish): Promise<Journal> {
  const { seconds, tell = () => {} } = wish
  const journal = createJournal()
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'hut-soak-'))
  const fleet = await openFleet({ ...wish, folder }, journal)
  // Opens this connection only when it is needed, because restarts end connections too.
  const withClient = async <Result>(use: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: fleet.databaseUrl })
    await client.connect()
    return use(client).finally(() => client.end())
  }
  try {
    await withClient(insertPeople)
    const ids = await withClient(client => idsOf(client))
    const until = Date.now() + seconds * 1000
    let areRestarted = false
    const tabs = new Set<Tab>()
    const scene: Scene = {
      rooms: [],
      published: [],
      isOver: () => areRestarted && Date.now() >= until,
      think: ({ random }) => wait(Math.min(-Math.log(1 - random()) * wish.thinkMs, 5 * wish.thinkMs)),
      openTab(person, room, since) {
        const tab = openTab(fleet, journal, person, room, since)
        tabs.add(tab)
        return { ...tab, close: () => void leave(tab) }
      },
      expect: (thing, check) => void journal.checks.set(thing, check),
      ask: (sql, values) =>
        withClient(async client => Object.values((await client.query(sql, values)).rows[0] ?? {})[0]),
      picture: await photo()
    }
    // A page that closes after the end stays until it has all events.
    const leave = (tab: Tab): void => {
      if (scene.isOver()) return
      tabs.delete(tab)
      tab.close()
    }

    tell(`${wish.nodes} nodes, ${wish.redis ? 'Redis' : 'PostgreSQL'} between them, seed ${wish.seed}, ${seconds} s`)
    const lives = [...everyone(wish, fleet, journal, ids)].map(async ([live, person]) => {
      while (!scene.isOver()) {
        await live(scene, person)
        await scene.think(person)
      }
    })
    const restarted = restartAll(wish, fleet, journal).then(() => {
      areRestarted = true
    })
    await Promise.all([...lives, restarted])

    tell('Looking at what is left ...')
    await allHeard(withClient, tabs, journal)
    for (const tab of tabs) tab.close()
    await lookAtRows(withClient, journal)
    for (const check of journal.checks.values()) {
      const problem = await check()
      if (problem !== null) noteWrong(journal, problem)
    }
    const { code, printed } = await runProgram('server/billing/audit-command.ts', { DATABASE_URL: fleet.databaseUrl })
    tell(printed.trim())
    if (code !== 0) noteWrong(journal, `npm run audit: ${printed}`)
  } finally {
    await fleet.close()
  }
  return journal
}

async function idsOf(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    "select id::int from users where username like 'bench-%' order by id"
  )
  return rows.map(({ id }) => id)
}

function* everyone({ people, seed }: SoakWish, fleet: Fleet, journal: Journal, ids: number[]) {
  const lives = [
    ...Array(people.visitors).fill(visit),
    ...Array(people.members).fill(takePart),
    ...Array(people.hosts).fill(host),
    ...Array(people.diarists).fill(keepDiary),
    ...Array(people.writers).fill(publish)
  ] as (typeof visit)[]
  for (const [nth, live] of lives.entries()) {
    const number = nth + 1
    const address = `10.0.${number >> 8}.${number & 255}`
    const who =
      live === visit ? { address } : { address, id: ids[nth], username: `bench-${number}`, cookie: cookieOf(number) }
    const person: Person = { ...createCaller(fleet, journal, who), random: seededRandom(seed * 1000 + number) }
    yield [live, person] as const
  }
}

/** Node 0 never restarts, so its memory shows leaks. */
async function restartAll(wish: SoakWish, fleet: Fleet, journal: Journal): Promise<void> {
  const { nodes, restarts, restartEvery, seed, tell = () => {} } = wish
  const random = seededRandom(seed)
  let turns = 0
  for (const what of restarts) {
    // Varies by a quarter in both directions.
    await wait(restartEvery * 1000 * (0.75 + random() / 2))
    const node = what === 'kill' || what === 'stop' ? 1 + (turns++ % (nodes - 1)) : null
    await fleet.restart(what, node).catch(error => noteWrong(journal, `restart of ${what}: ${error.message}`, node))
    const { from, until } = journal.restarts.at(-1) as Restart
    const time = new Date(from).toISOString().slice(11, 19)
    tell(`${time} ${what}${node === null ? '' : ` node ${node}`}, ready after ${((until - from) / 1000).toFixed(1)} s`)
  }
}

type WithClient = <Result>(use: (client: Client) => Promise<Result>) => Promise<Result>

/** Waits until each open page has all events of its room. */
async function allHeard(withClient: WithClient, tabs: Set<Tab>, journal: Journal): Promise<void> {
  const latest = Date.now() + LONGEST_WAIT
  for (;;) {
    const { rows } = await withClient(client =>
      client.query<{ room: number; seq: number }>(
        'select session_id::int as room, max(seq)::int as seq from room_events group by 1'
      )
    )
    const newest = new Map(rows.map(({ room, seq }) => [room, seq]))
    const behind = [...tabs].filter(({ room, last }) => last() < (newest.get(room) ?? 0))
    if (behind.length === 0) return
    if (Date.now() > latest) {
      for (const { room, last } of behind) {
        noteWrong(journal, `a page of room ${room} has events until ${last()} of ${newest.get(room)}`)
      }
      return
    }
    await wait(100)
  }
}

async function lookAtRows(withClient: WithClient, journal: Journal): Promise<void> {
  await withClient(async client => {
    for (const [table, made] of Map.groupBy(journal.made, one => one.table)) {
      const owner =
        table === 'items' ? 'person_id in (select id from persons where user_id = any($1))' : 'user_id = any($1)'
      const { rows } = await client.query<Row>(
        // Several goals of one call have its key plus their number.
        `select id::int, regexp_replace(request_key, '\\.\\d+$', '') as key from ${table} where ${owner}`,
        [[...new Set(made.map(({ person }) => person))]]
      )
      for (const problem of wrongRows(made, rows)) noteWrong(journal, `${table}: ${problem}`)
    }
    const { rows } = await client.query<{ room: number; numbers: number[] }>(
      'select session_id::int as room, array_agg(seq::int order by seq) as numbers from room_events group by 1'
    )
    for (const { room, numbers } of rows) {
      for (const problem of gapsIn(numbers)) noteWrong(journal, `room ${room}: event ${problem}`)
    }
  })
}

/** Records an error that no restart explains. */
export function unexplained({ failures, restarts }: Journal): string[] {
  return failures
    .filter(failure => !isExplained(failure, restarts))
    .map(({ kind, from, node, text }) => {
      const at = new Date(from).toISOString().slice(11, 23)
      return `${at} ${node === null ? '' : `node ${node}: `}${kind}: ${text}`
    })
}
