/**
 * The Redis or Valkey of `REDIS_URL`. Nodes use it for messages, limits and turns. It stores nothing that must survive,
 * so it may restart empty at any time.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { OperatorError } from './operator-error.ts'

/** A random delay in this range, so that not all nodes reconnect at the same time. */
const RETRY_MS = [200, 700] as const
const COMMAND_MS = 2000
/** The key of an id that distinguishes two servers with the same address in the settings, such as `localhost`. */
const IDENTITY = 'challenge-hut:bus'

interface Log {
  warn: (details: object, text: string) => void
}

export interface SharedRedis {
  redis: Redis
  /** The id of the server. It is the same for all nodes, even if their addresses for it differ. */
  id: string
}

/**
 * Connects to Redis. Later, a command fails at once while there is no connection, and the client reconnects by itself.
 * @throws OperatorError when Redis cannot be used
 */
export async function openRedis(url: string, log: Log): Promise<SharedRedis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
    retryStrategy: () => RETRY_MS[0] + Math.random() * (RETRY_MS[1] - RETRY_MS[0])
  })
  let problem: Error | undefined
  redis.on('error', error => {
    problem = error
  })
  try {
    await redis.connect()
    await redis.set(IDENTITY, randomUUID(), 'NX')
    const id = `redis ${await redis.get(IDENTITY)}`
    redis.on('close', () => log.warn({ err: problem }, 'the connection to Redis was lost'))
    return { redis, id }
  } catch (error) {
    redis.disconnect()
    // The error of `connect` only says that the connection is closed.
    const { message } = problem ?? (error as Error)
    throw new OperatorError(`Wrong setting: REDIS_URL: Redis cannot be used: ${message}`)
  }
}

/** Stores the id again after Redis restarted empty, for nodes that start later. */
export async function keepIdentity({ redis, id }: SharedRedis): Promise<void> {
  await redis.set(IDENTITY, id.replace('redis ', ''))
}
