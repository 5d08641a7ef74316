/**
 * Cleans up after an earlier run: a server that is stopping, a server without an app, a file that names a dead process,
 * or backends without a postmaster. It starts nothing while a server responds on the socket. PostgreSQL's own check
 * compares process numbers, so it would miss a server in another container with the same folder.
 */
import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Claim, findClaim, SecondAppError } from './app-lock.ts'
import { endOrphanedBackends, interruptPostmaster, removeStalePid } from './postmaster.ts'
import { type Launch, launchServer, type Server } from './server.ts'

/** Milliseconds until a held lock counts. The connection of a killed app may stay visible for a moment. */
const HELD_AFTER = 700
/**
 * Milliseconds until a server without a lock counts as orphaned. An app takes the lock of its new server within
 * milliseconds.
 */
const ORPHANED_AFTER = 2000
const PATIENCE = 8000

/** Starts PostgreSQL on a folder once nothing else runs there. @throws OperatorError */
export async function takeOver(launch: Launch): Promise<Server> {
  const { folder, ending } = launch
  const began = performance.now()
  let since = began
  let state: Claim['state'] = 'none'
  let problem: Error = new OperatorError(`A PostgreSQL on ${folder} neither serves nor stops.`)
  for (;;) {
    ending.throwIfAborted()
    const claim = await findClaim(folder)
    if (claim.state !== state) since = performance.now()
    state = claim.state
    const lasted = performance.now() - since
    if (claim.state === 'held' && lasted > HELD_AFTER)
      throw new SecondAppError(claim.by, folder, 'a DATA_DIR of its own')
    if (claim.state === 'free' && lasted > ORPHANED_AFTER) await interruptPostmaster(folder, launch.identity.binaries)
    if (claim.state === 'none') {
      await removeStalePid(folder, launch.address.socketFolder)
      try {
        return await launchServer(launch)
      } catch (error) {
        problem = error as Error
        if (problem.message.includes('shared memory block')) await endOrphanedBackends(folder)
      }
    }
    if (performance.now() - began > PATIENCE) throw problem
    await setTimeout(100)
  }
}
