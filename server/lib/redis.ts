/**
 * The Redis or Valkey of `REDIS_URL`: what nodes tell each other, limits on attempts and turns go through it. It keeps
 * nothing that must not be lost, so it may be restarted empty at any time.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { OperatorError } from './operator-error.ts'

/** In this range, so that not all nodes come back in the same moment. */
const RETRY_MS = [200, 700] as const
const COMMAND_MS = 2000
/** Tells apart two servers that happen to have the same address in the settings, such as `localhost`. */
const IDENTITY = 'challenge-hut:bus'

interface Log {
  warn: (details: object, text: string) => void
}

export interface SharedRedis {
  redis: Redis
  /** Which one this is: the same for all who use it, whatever they call it. */
  id: string
}

/**
 * A command fails at once while there is no connection, and the connection is opened again.
 * @throws OperatorError
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
    redis.on('close', () => log.warn({ err: problem }, 'the connection to Redis is gone'))
    return { redis, id }
  } catch (error) {
    redis.disconnect()
    // The error of `connect` says only that it is closed.
    const { message } = problem ?? (error as Error)
    throw new OperatorError(`Wrong setting: REDIS_URL: Redis cannot be used: ${message}`)
  }
}

/** One that was restarted empty goes on as the same one, for apps that start later. */
export async function keepIdentity({ redis, id }: SharedRedis): Promise<void> {
  await redis.set(IDENTITY, id.replace('redis ', ''))
}
