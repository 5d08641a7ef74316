/**
 * One JSON line for each thing that happened. Nothing that identifies a person or lets anybody in is written: no
 * cookies, no bodies, no queries of addresses, no values of database statements.
 */
import { type DestinationStream, type Logger, pino } from 'pino'

export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: {
        // Addresses may carry a join code or a token in their query.
        req: request => ({ id: request.id, method: request.method, path: request.url?.split('?')[0], ip: request.ip }),
        err: toWireError
      }
    },
    destination as DestinationStream
  )
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
