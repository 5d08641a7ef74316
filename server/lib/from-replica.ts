/**
 * Reads pages from the replica, where data may be some seconds old. A person who wrote something reads from the primary
 * database for a while. A cookie marks them until the replica has their change (docs/decisions/0045-a-replica.md).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_BEHIND } from '../../domain/lib/limits.ts'
import type { Dependencies, Resources } from '../dependencies.ts'
import { inTime } from './clock.ts'
import { isWrite, secureCookies } from './security/csrf.ts'

const COOKIE = 'hut_wrote'
/** Longer than the replica may lag, because the browser's clock measures it. */
const LASTS_S = (2 * MOST_BEHIND) / 1000
/** Milliseconds to wait for the replica before the primary database is read. */
const PATIENCE = 2000

/** Whether the reader wrote something a moment ago and must see it. Programs keep no cookie, so they always might have. */
export function hasWritten({ cookies, scopes }: FastifyRequest): boolean {
  return scopes !== null || cookies[COOKIE] !== undefined
}

/** Sets the cookie after each write. Needs `@fastify/cookie`. */
export function rememberWrites(app: FastifyInstance, { config, replica }: Pick<Resources, 'config' | 'replica'>): void {
  if (!replica) return
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies(config),
    maxAge: LASTS_S
  } as const
  app.addHook('onRequest', async (request, reply) => {
    if (isWrite(request)) void reply.setCookie(COOKIE, '1', options)
  })
}

/**
 * Reads from the replica, or from the primary database if the replica fails, refuses or takes too long. A refusal is
 * repeated too, because a new row may not have arrived at the replica.
 * @param wrote whether the reader wrote something a moment ago
 * @param read a function that only reads, from the database of the given dependencies
 */
export async function fromReplica<Value>(
  deps: Dependencies,
  { wrote }: { wrote: boolean },
  read: (deps: Dependencies) => Promise<Value>
): Promise<Value> {
  const db = wrote ? null : deps.replica?.db()
  if (!db) return read(deps)
  try {
    return await inTime(deps.clock, PATIENCE, 'the replica is late', () => read({ ...deps, db }))
  } catch {
    return await read(deps)
  }
}
