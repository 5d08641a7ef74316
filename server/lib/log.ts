/**
 * Writes one JSON line for each event. A line contains nothing that identifies a person or gives access: no cookies,
 * bodies, queries, values of statements, and no client addresses unless a setting turns them on.
 */
import { writeSync } from 'node:fs'
import { type FastifyReply, type FastifyRequest, LogController, type RouteShorthandOptions } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

interface LogOptions {
  destination?: DestinationStream
  /** Adds the client's address to each request. */
  addresses?: boolean
}

/** Creates the log of the app. */
export function createLog(
  level: string,
  { destination = standardOutput(), addresses = false }: LogOptions = {}
): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: {
        // The id is in `reqId`, which every line of a request has.
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

/** The path without secrets: queries, the token of a password reset link, and the secret of a press address. */
function pathOf(url = ''): string | undefined {
  return url.split('?')[0]?.replace(/(\/(?:password\/reset|press)\/).+/, '$1…')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that succeed are not logged. */
    isQuiet?: boolean
  }
}

/** For routes whose successful requests are not worth a line: files, and what machines read every few seconds. */
export const QUIET = { config: { isQuiet: true } } satisfies RouteShorthandOptions

/** Writes one line for each request, when it is done. A line at its start would add nothing. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && request.routeOptions.config.isQuiet && reply.statusCode < 400) return
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...details, err: error }, 'request errored')
    else reply.log.info(details, 'request completed')
  }
}

/** The most bytes that wait while the disk is full. Further lines are dropped. */
const MOST_KEPT = 1_000_000
const AGAIN_MS = 200

/**
 * Writes all lines of one turn of the event loop together. A write for each line took a tenth of the CPU time of a
 * signed-in home page. A failed write (full disk, slow or missing reader) is retried, so that it neither ends nor
 * blocks the process.
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
    // pino calls this after a fatal line, because nothing may run afterwards.
    ...{ flushSync }
  }
}

/**
 * The logged fields of an error. A failed statement has its values in its message, so only the database's own message
 * is logged.
 */
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
