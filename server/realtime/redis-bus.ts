/**
 * The bus of nodes that share a Redis: PUBLISH on the connection for all commands, SUBSCRIBE on a separate one. The
 * nodes of other databases may use the same Redis.
 */
import { setInterval } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { keepIdentity, type SharedRedis } from '../lib/redis.ts'
import type { Bus } from './bus.ts'
import { type Link, shareBus } from './shared-bus.ts'

/** How often to ping, since only a ping notices a connection whose other end is gone or frozen. */
const CHECK_EVERY_MS = 5000

/**
 * Opens the bus. Resolves when it listens.
 * @param database a name that no other database has whose nodes use this Redis
 */
export async function openRedisBus(shared: SharedRedis, database: string, node: string): Promise<Bus> {
  const { redis, id } = shared
  // All databases of a Redis share their channels, so the name contains the database.
  const channel = `challenge-hut:${redis.options.db ?? 0}:${database}`
  const { bus, ends, stop } = shareBus(id, node)
  const closing = new AbortController()
  const subscriber = redis.duplicate()
  let isListening = false
  const link: Link = {
    async send(texts) {
      const pipeline = redis.pipeline()
      for (const text of texts) pipeline.publish(channel, text)
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
    },
    ping: () =>
      redis.ping().then(
        () => isListening,
        () => false
      )
  }

  subscriber.on('error', () => {})
  subscriber.on('message', (_, text) => ends.hear(text))
  for (const connection of [subscriber, redis]) {
    connection.on('ready', () => void listen().catch(() => subscriber.disconnect(true)))
    connection.on('close', () => {
      if (connection === subscriber) isListening = false
      ends.lost()
    })
  }
  await subscriber.connect().catch(() => {})
  await listen()
  const checking = checkConnections()

  async function listen(): Promise<void> {
    if (subscriber.status !== 'ready' || redis.status !== 'ready') return
    await keepIdentity(shared)
    await subscriber.subscribe(channel)
    isListening = true
    ends.connected(link)
  }

  async function checkConnections(): Promise<void> {
    const ticks = setInterval(CHECK_EVERY_MS, undefined, { ref: false, signal: closing.signal })
    try {
      for await (const _ of ticks) await Promise.all([subscriber, redis].map(ask))
    } catch {
      // The bus is being closed.
    }
  }

  async function ask(connection: Redis): Promise<void> {
    if (connection.status !== 'ready') return
    if (connection === redis) await keepIdentity(shared).catch(() => redis.disconnect(true))
    else await subscriber.ping().catch(() => subscriber.disconnect(true))
  }

  return {
    ...bus,
    async close() {
      closing.abort()
      await checking
      await stop()
      subscriber.disconnect()
    }
  }
}
