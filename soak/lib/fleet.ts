/**
 * Several nodes on one PostgreSQL, with or without a Redis between them, behind a balancer. The balancer checks every
 * half second which nodes are ready, and sends each request and each socket to the next ready one.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Child, startProduct, stopAll } from '../../bench/lib/children.ts'
import type { Connection } from '../../server/db/postgres/address.ts'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { readPostmaster } from '../../server/db/postgres/postmaster.ts'
import { urlOf } from '../../testing/servers/program.ts'
import { startRedis } from '../../testing/servers/redis.ts'
import { type Journal, noteWrong, type Restart } from './journal.ts'

const ASKED_EVERY = 500
const SAMPLED_EVERY = 5000
/** The longest outage. A restart that takes longer is a failure. */
const LONGEST_OUTAGE = 60_000
const METRICS_TOKEN = 'a token of the soak'
const ERROR = 50

export interface Node {
  number: number
  url: string
  isReady: boolean
}

export interface Fleet {
  /** The node for the next request. */
  next: () => Node
  databaseUrl: string
  restart: (what: Restart['what'], node: number | null) => Promise<void>
  close: () => Promise<void>
}

export interface FleetWish {
  folder: string
  nodes: number
  redis: boolean
  /** Settings of PostgreSQL. */
  postgres?: string[]
}

interface Running extends Node {
  child: Child
  life: string
}

export async function openFleet(wish: FleetWish, journal: Journal): Promise<Fleet> {
  const { folder } = wish
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: wish.postgres })
  const redis = wish.redis ? await startRedis() : null
  const databaseUrl = await createDatabase(postgres.connection)
  const nodes: Running[] = []
  let lives = 0
  let turn = 0
  const closing = new AbortController()

  async function start(number: number): Promise<Running> {
    const settings: Record<string, string> = {
      DATABASE_URL: databaseUrl,
      ...(redis ? { REDIS_URL: redis.url } : {}),
      DATA_DIR: join(folder, 'data'),
      // Each person has their own address, as behind a real balancer, so that limits count correctly.
      RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN,
      PUSH: 'off',
      LOG_LEVEL: 'warn'
    }
    const child = await startProduct(settings, readLog(number))
    const node = { number, url: child.url, isReady: true, child, life: `node ${number} (process ${++lives})` }
    nodes[number] = node
    void child.ended.then(() => {
      if (nodes[number] === node && node.isReady) noteWrong(journal, `node ${number} ended by itself`, number)
    })
    return node
  }

  /** Records errors from the log. */
  function readLog(node: number): (text: string) => void {
    let rest = ''
    return text => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
        const now = Date.now()
        if (level >= ERROR) journal.failures.push({ kind: 'log', from: now, until: now, node, text: line })
      }
    }
  }

  async function ask(node: Running): Promise<boolean> {
    const ready = await fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(3000) })
      .then(response => response.text().then(() => response.ok))
      .catch(() => false)
    node.isReady = ready
    return ready
  }

  /** Until the end. */
  async function every(ms: number, act: () => Promise<unknown>): Promise<void> {
    while (!closing.signal.aborted) {
      await act()
      await wait(ms, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function sample({ url, life }: Running): Promise<void> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await fetch(`${url}/metrics`, { headers })
      .then(response => response.text())
      .catch(() => '')
    const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
    if (bytes > 0) journal.memory.push({ life, at: Date.now(), bytes })
  }

  async function allReady(): Promise<void> {
    const latest = Date.now() + LONGEST_OUTAGE
    while (!(await Promise.all(nodes.map(ask))).every(Boolean)) {
      if (Date.now() > latest) throw new Error(`Not everything was ready after ${LONGEST_OUTAGE / 1000} s`)
      await wait(50)
    }
  }

  const acts: Record<Restart['what'], (node: number) => Promise<unknown>> = {
    async stop(number) {
      await takeOut(number).stop()
      await start(number)
    },
    async kill(number) {
      await takeOut(number).kill()
      await start(number)
    },
    /** Shuts PostgreSQL down fast; the launcher starts it again. */
    async postgres() {
      const { pid } = (await readPostmaster(join(folder, 'postgres'))) ?? {}
      if (!pid) throw new Error('PostgreSQL does not run')
      process.kill(pid, 'SIGINT')
      while ((await readPostmaster(join(folder, 'postgres')))?.pid === pid) await wait(20)
    },
    async redis() {
      await redis?.kill()
      await wait(2000)
      await redis?.start()
    }
  }

  /** Marks the end of the node as intended, so that it is not a failure. `/readyz` still decides whether it is ready. */
  function takeOut(number: number): Child {
    const node = nodes[number]
    if (!node) throw new Error(`There is no node ${number}`)
    nodes[number] = { ...node }
    return node.child
  }

  const stopRest = async (): Promise<void> => {
    await stopAll()
    await redis?.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // The first node creates everything that all of them need.
    for (let number = 0; number < wish.nodes; number++) await start(number)
  } catch (error) {
    await stopRest()
    throw error
  }
  const running = [
    every(ASKED_EVERY, () => Promise.all(nodes.map(ask))),
    every(SAMPLED_EVERY, () => Promise.all(nodes.map(sample)))
  ]
  return {
    databaseUrl,
    next() {
      const ready = nodes.filter(({ isReady }) => isReady)
      // If no node is ready, one of them has to respond anyway.
      const choice = ready.length > 0 ? ready : nodes
      return choice[turn++ % choice.length] as Node
    },
    async restart(what, node) {
      const restart: Restart = { what, node, from: Date.now(), until: Number.POSITIVE_INFINITY }
      journal.restarts.push(restart)
      await acts[what](node ?? 0)
      await allReady()
      restart.until = Date.now()
    },
    async close() {
      closing.abort()
      await Promise.all(running)
      await Promise.all(nodes.map(({ number }) => takeOut(number).kill()))
      await stopRest()
    }
  }
}

/** Creates a separate database: the default one belongs to the launcher of PostgreSQL. */
async function createDatabase(connection: Connection): Promise<string> {
  const client = new Client(connection)
  await client.connect()
  await client.query('create database soak')
  await client.end()
  return urlOf({ ...connection, database: 'soak' })
}
