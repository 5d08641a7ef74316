/**
 * Refuses bodies that arrive too slowly, so that nobody can hold a connection forever. A body must arrive within a
 * minute. A file may take longer if more of it keeps arriving, because a phone may be slow. Node itself limits the time
 * for headers.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

const MINUTE_MS = 60_000
/** The least bytes of a file per minute: a thousandth of the slowest connection that people call usable. */
const LEAST_BYTES = 16_384
/** The most time for a file. */
export const LONGEST_UPLOAD_MS = 30 * MINUTE_MS

const TOO_SLOW = 'This took too long to arrive. Please try again with a better connection.'

/** Adds the time limits to all requests. */
export function refuseSlowBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request
    if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
      watch(clock, request, reply)
    }
    done()
  })
}

function watch(clock: Clock, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  let arrived = 0
  let cancel = (): void => {}
  const look = (): void => {
    const before = arrived
    arrived = raw.socket.bytesRead ?? 0
    if (!request.routeOptions.config.takesFile || arrived - before < LEAST_BYTES) close(request, reply)
    else cancel = clock.after(MINUTE_MS, look)
  }
  cancel = clock.after(MINUTE_MS, look)
  for (const ended of ['end', 'close']) raw.once(ended, () => cancel())
}

/** Sends 408 first, then ends the request, so that the reader of the body fails. */
function close(request: FastifyRequest, reply: FastifyReply): void {
  const end = (): unknown => request.raw.destroy()
  if (reply.sent) return void end()
  reply.raw.once('finish', end)
  void reply.status(408).header('connection', 'close').send({ message: TOO_SLOW, error: TOO_SLOW })
}
