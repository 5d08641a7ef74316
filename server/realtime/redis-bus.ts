/**
 * The bus of nodes that share a Redis: PUBLISH on the connection of all commands, SUBSCRIBE on one of its own. The nodes
 * of other databases may use the same Redis.
 */
import { setInterval } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { keepIdentity, type SharedRedis } from '../lib/redis.ts'
import type { Bus } from './bus.ts'
import { type Link, shareBus } from './shared-bus.ts'

/** A connection whose other end is gone or frozen is noticed by asking. */
const LOOK_EVERY_MS = 5000

/**
 * Resolves when it listens.
 * @param database unlike that of any other whose nodes use this Redis
 */
export async function openRedisBus(shared: SharedRedis, database: string, node: string): Promise<Bus> {
  const { redis, id } = shared
  // Redis does not keep apart the channels of its databases.
  const channel = `challenge-hut:${redis.options.db ?? 0}:${database}`
  const { bus, ends, stop } = shareBus(id, node)
  const closing = new AbortController()
  const ears = redis.duplicate()
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

  ears.on('error', () => {})
  ears.on('message', (_, text) => ends.hear(text))
  for (const connection of [ears, redis]) {
    connection.on('ready', () => void listen().catch(() => ears.disconnect(true)))
    connection.on('close', () => {
      if (connection === ears) isListening = false
      ends.lost()
    })
  }
  await ears.connect().catch(() => {})
  await listen()
  const looking = look()

  async function listen(): Promise<void> {
    if (ears.status !== 'ready' || redis.status !== 'ready') return
    await keepIdentity(shared)
    await ears.subscribe(channel)
    isListening = true
    ends.connected(link)
  }

  async function look(): Promise<void> {
    const looks = setInterval(LOOK_EVERY_MS, undefined, { ref: false, signal: closing.signal })
    try {
      for await (const _ of looks) await Promise.all([ears, redis].map(ask))
    } catch {
      // It is being closed.
    }
  }

  async function ask(connection: Redis): Promise<void> {
    if (connection.status !== 'ready') return
    if (connection === redis) await keepIdentity(shared).catch(() => redis.disconnect(true))
    else await ears.ping().catch(() => ears.disconnect(true))
  }

  return {
    ...bus,
    async close() {
      closing.abort()
      await looking
      await stop()
      ears.disconnect()
    }
  }
}
