/**
 * One JSON line for each thing that happened. Nothing that identifies a person or lets anybody in is written: no
 * cookies, no bodies, no queries of addresses, no values of database statements, and no client addresses unless a setting
 * asks for them.
 */
import { writeSync } from 'node:fs'
import { type FastifyReply, type FastifyRequest, LogController, type RouteShorthandOptions } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

interface LogOptions {
  destination?: DestinationStream
  /** Adds the client's address to each request. */
  addresses?: boolean
}

export function createLog(
  level: string,
  { destination = standardOutput(), addresses = false }: LogOptions = {}
): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: {
        // The id is `reqId`, which all lines of a request have.
        req: request => ({
          method: request.method,
          path: pathOf(request.url),
          ...(addresses ? { ip: request.ip } : {})
        }),
        err: toWireError
      }
    },
    destination
  )
}

/** Without what lets somebody in: the join code or token in a query, and the token of a link that resets a password. */
function pathOf(url = ''): string | undefined {
  return url.split('?')[0]?.replace(/(\/password\/reset\/).+/, '$1…')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that succeed are not logged. */
    isQuiet?: boolean
  }
}

/** For routes whose requests say nothing: files, and what machines ask every few seconds. */
export const QUIET = { config: { isQuiet: true } } satisfies RouteShorthandOptions

/** One line for each request, when it is done: a second one when it comes in would say no more. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && request.routeOptions.config.isQuiet && reply.statusCode < 400) return
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...details, err: error }, 'request errored')
    else reply.log.info(details, 'request completed')
  }
}

/** Of lines that cannot be written yet, because the disk is full, no more bytes than this are kept. */
const MOST_KEPT = 1_000_000
const AGAIN_MS = 200

/**
 * The lines of one turn of the event loop in one write; a write for each took a tenth of a signed-in home's CPU. A log
 * that cannot be written (a full disk, a reader that is slow or gone) must not end or hold up the process that it tells
 * about: it is tried again.
 */
function standardOutput(): DestinationStream {
  let lines: string[] = []
  let rest: Buffer = Buffer.alloc(0)
  let isDue = false
  const flushSync = (): void => {
    isDue = false
    if (rest.length < MOST_KEPT) rest = Buffer.concat([rest, Buffer.from(lines.join(''))])
    lines = []
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest))
    } catch {
      isDue = true
      setTimeout(flushSync, AGAIN_MS).unref()
    }
  }
  process.on('exit', flushSync)
  return {
    write(line) {
      lines.push(line)
      if (isDue) return
      isDue = true
      setImmediate(flushSync)
    },
    // Of a fatal line, after which nothing may run any more.
    ...{ flushSync }
  }
}

/** A failed statement carries its values in its message and fields: only what the database said is kept. */
function toWireError(error: Error & { code?: string; query?: string }) {
  const reason = (error.cause instanceof Error ? error.cause : error) as Error & { code?: string }
  return {
    type: reason.name,
    message: reason.message,
    ...(reason.code ? { code: reason.code } : {}),
    ...(error.query ? { query: error.query } : {}),
    stack: framesOf(error)
  }
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .join('\n')
}
