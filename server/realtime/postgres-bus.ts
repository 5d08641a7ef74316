/**
 * The bus of nodes that share only a database: LISTEN and NOTIFY on a separate connection, outside every transaction.
 * PostgreSQL takes notifications one commit at a time, so waiting messages go out in one query.
 */
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, escapeLiteral } from 'pg'
import { KEEPALIVE } from '../db/keepalive.ts'
import { type Bus, POSTGRES_BUS } from './bus.ts'
import { type Link, shareBus } from './shared-bus.ts'

const CHANNEL = 'challenge_hut'
/** PostgreSQL accepts less than 8,000 bytes. */
const MOST_BYTES = 7800
/** The most bytes of one UTF-16 unit in UTF-8. */
const MOST_OF_UNIT = 3
const RETRY_MS = 500

interface Log {
  warn: (details: object, text: string) => void
}

/** Opens the bus. Resolves when it listens. */
export async function openPostgresBus(connection: ClientConfig, node: string, log: Log): Promise<Bus> {
  const { bus, ends, stop } = shareBus(POSTGRES_BUS, node)
  const closing = new AbortController()
  let client = await listen()
  const keeping = keepListening()

  async function listen(): Promise<Client> {
    const opened = new Client({
      ...connection,
      // A ping need not wait until the messages before it are sent.
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
      // The events are committed already, so a notification need not wait for the disk.
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
          log.warn({ err: error }, 'cannot listen to the other nodes')
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
  /** Closes a connection that does not respond, so that a new one is opened. */
  const query = (text: string): Promise<unknown> =>
    client.query(text).catch(error => {
      void client.end().catch(() => {})
      throw error
    })
  return {
    // One query runs in one transaction.
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
    // Keeps the two halves of a character together.
    cuts.push(isFirstHalf(text.charCodeAt(cut - 1)) ? cut - 1 : cut)
  }
  return cuts.map((cut, nth) => `${message}:${nth}:${cuts.length}:${text.slice(cut, cuts[nth + 1])}`)
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Joins the parts of messages. The parts of a message arrive in a row, because they are sent in one transaction. */
function joinParts(hear: (text: string) => void): (part: string) => void {
  let parts: string[] = []
  return payload => {
    const [, nth = '', count = ''] = payload.split(':', 3)
    const start = [0, 0, 0].reduce(at => payload.indexOf(':', at) + 1, 0)
    parts = nth === '0' ? [payload.slice(start)] : [...parts, payload.slice(start)]
    if (parts.length === Number(count)) hear(parts.join(''))
  }
}
