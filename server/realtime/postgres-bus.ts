/**
 * The bus of the nodes that share a database and nothing else: LISTEN and NOTIFY on a connection of its own, outside
 * every transaction. PostgreSQL takes notifications one commit at a time, so those that wait go out in one query.
 */
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, escapeLiteral } from 'pg'
import { KEEPALIVE } from '../db/keepalive.ts'
import { type Bus, POSTGRES_BUS } from './bus.ts'
import { type Link, shareBus } from './shared-bus.ts'

const CHANNEL = 'challenge_hut'
/** PostgreSQL takes less than 8,000. */
const MOST_BYTES = 7800
/** A unit of a string has three at most. */
const MOST_OF_UNIT = 3
const RETRY_MS = 500

interface Log {
  warn: (details: object, text: string) => void
}

/** Resolves when it listens. */
export async function openPostgresBus(connection: ClientConfig, node: string, log: Log): Promise<Bus> {
  const { bus, ends, stop } = shareBus(POSTGRES_BUS, node)
  const closing = new AbortController()
  let client = await listen()
  const keeping = keepListening()

  async function listen(): Promise<Client> {
    const opened = new Client({
      ...connection,
      // A ping does not wait until what is being published is.
      pipeline: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
      ...KEEPALIVE
    })
    opened.on('error', () => {})
    const join = joinParts(ends.hear)
    opened.on('notification', ({ payload }) => join(payload ?? ''))
    try {
      await opened.connect()
      // What is told has been committed before, so the telling itself need not be on the disk before others hear it.
      await opened.query(`set idle_session_timeout = 0; set synchronous_commit = off; listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    ends.connected(linkTo(opened))
    return opened
  }

  async function keepListening(): Promise<void> {
    for (;;) {
      await new Promise<void>(resolve => client.once('end', () => resolve()))
      ends.lost()
      while (!closing.signal.aborted) {
        try {
          client = await listen()
          break
        } catch (error) {
          log.warn({ err: error }, 'the other nodes cannot be heard')
          await setTimeout(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
        }
      }
      if (closing.signal.aborted) return
    }
  }

  return {
    ...bus,
    async close() {
      closing.abort()
      await stop()
      await client.end().catch(() => {})
      await keeping
      await client.end().catch(() => {})
    }
  }
}

function linkTo(client: Client): Link {
  let messages = 0
  /** A connection that does not respond is of no more use. */
  const query = (text: string): Promise<unknown> =>
    client.query(text).catch(error => {
      void client.end().catch(() => {})
      throw error
    })
  return {
    // In one transaction, since they are one query.
    send: async texts => {
      const parts = texts.flatMap(text => split(text, ++messages))
      await query(parts.map(part => `notify ${CHANNEL}, ${escapeLiteral(part)}`).join(';'))
    },
    ping: () =>
      query('select 1').then(
        () => true,
        () => false
      )
  }
}

/** `12:0:3:…` is part 0 of the three of message 12. The number also keeps PostgreSQL from dropping equal messages. */
function split(text: string, message: number): string[] {
  const isPlain = Buffer.byteLength(text) === text.length
  const most = isPlain ? MOST_BYTES : MOST_BYTES / MOST_OF_UNIT
  const cuts = [0]
  while (text.length - (cuts.at(-1) ?? 0) > most) {
    const cut = (cuts.at(-1) ?? 0) + most
    // The two halves of a character stay together.
    cuts.push(isFirstHalf(text.charCodeAt(cut - 1)) ? cut - 1 : cut)
  }
  return cuts.map((cut, nth) => `${message}:${nth}:${cuts.length}:${text.slice(cut, cuts[nth + 1])}`)
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Parts of one message come one after another, because they are sent in one transaction. */
function joinParts(hear: (text: string) => void): (part: string) => void {
  let parts: string[] = []
  return payload => {
    const [, nth = '', count = ''] = payload.split(':', 3)
    const start = [0, 0, 0].reduce(at => payload.indexOf(':', at) + 1, 0)
    parts = nth === '0' ? [payload.slice(start)] : [...parts, payload.slice(start)]
    if (parts.length === Number(count)) hear(parts.join(''))
  }
}
