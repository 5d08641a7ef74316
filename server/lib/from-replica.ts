/**
 * Reads of pages that may be some seconds old, from the replica where there is one. Who wrote something reads from the
 * database itself for a while, by a cookie: the replica has by then what they wrote (docs/decisions/0045-a-replica.md).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies, Resources } from '../dependencies.ts'
import { isWrite, secureCookies } from './security/csrf.ts'

const COOKIE = 'hut_wrote'
/** Longer than the replica may be behind, since the clock of a browser measures it. */
/** How far the replica may be behind, ms. */
export const MOST_BEHIND = 5000
const LASTS_S = (2 * MOST_BEHIND) / 1000
/** Who waits longer for the replica, ms, is given what the database has. */
const PATIENCE = 2000

/** Whether what somebody reads must have everything that they wrote a moment ago. */
export function hasWritten({ cookies }: FastifyRequest): boolean {
  return cookies[COOKIE] !== undefined
}

/** Needs `@fastify/cookie`. */
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
 * @param wrote whether the reader has written something a moment ago
 * @param read only reads, from the database of the given dependencies. Whatever the replica fails at or refuses is read
 * again from the database itself: what is not there may be too new.
 */
export async function fromReplica<Value>(
  deps: Dependencies,
  { wrote }: { wrote: boolean },
  read: (deps: Dependencies) => Promise<Value>
): Promise<Value> {
  const db = wrote ? null : deps.replica?.db()
  if (!db) return read(deps)
  let stop = (): void => {}
  const late = new Promise<never>((_, reject) => {
    stop = deps.clock.after(PATIENCE, () => reject(new Error('the replica is late')))
  })
  try {
    return await Promise.race([read({ ...deps, db }), late])
  } catch {
    return await read(deps)
  } finally {
    stop()
  }
}
