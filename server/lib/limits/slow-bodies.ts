/**
 * Who sends a byte a minute holds no connection forever: a body has to be there in a minute. A picture of a slow phone
 * takes longer, so a file only has to go on coming. The headers are bounded by Node, which closes the connection.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

const MINUTE_MS = 60_000
/** Of a file, each minute: a thousandth of the slowest line that people call usable is enough. */
const LEAST_BYTES = 16_384
/** Of a file, as long as it comes. */
export const LONGEST_UPLOAD_MS = 30 * MINUTE_MS

const TOO_SLOW = 'This took too long to arrive. Please try again where the connection is better.'

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

/** Whoever reads the body is told that it was cut, after the person has been told why. */
function close(request: FastifyRequest, reply: FastifyReply): void {
  const end = (): unknown => request.raw.destroy()
  if (reply.sent) return void end()
  reply.raw.once('finish', end)
  void reply.status(408).header('connection', 'close').send({ message: TOO_SLOW, error: TOO_SLOW })
}
