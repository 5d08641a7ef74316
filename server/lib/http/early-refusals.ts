/**
 * Refuses requests that never reach a route: unreadable or too long addresses, too large headers, and bytes that are
 * not HTTP. These responses have the same body, request id, time and security headers as all other refusals.
 */
import { randomUUID } from 'node:crypto'
import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { headersWithoutRoute } from '../security/security-headers.ts'
import { texts } from './errors.ts'

const WORDS: ReadonlyMap<number, string> = new Map([
  [400, 'This request can’t be read.'],
  [408, 'This took too long to arrive.'],
  [414, 'A part of this address is too long.'],
  [417, 'Leave out the header Expect, or send 100-continue.'],
  [431, 'The headers are too large. Delete the cookies of this site, or send fewer headers.']
])

const bodyOf = (status: number) => texts(WORDS.get(status) ?? 'This request can’t be read.')

/** For Fastify's `frameworkErrors`, which run without the hooks that add our headers. */
export function refuseAddress({ now }: Clock, config: Config) {
  const security = headersWithoutRoute(config)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode === 414 ? 414 : 400
    void reply
      .status(status)
      .headers({
        'x-server-time': now(),
        'x-request-id': request.id,
        'cache-control': 'private, no-store',
        ...security
      })
      .send(bodyOf(status))
  }
}

/** For Fastify's `clientErrorHandler`. */
export function refuseBytes({ now }: Clock, config: Config) {
  const security = headersWithoutRoute(config)
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(response(statusOf(error), now(), security, isSeenToTakeBody(error)))
    socket.destroy(error)
  }
}

function statusOf({ code }: ConnectionError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/**
 * Whether the response may have a body. A response to HEAD has none. If the method is unknown, because the request
 * arrived in pieces, send none either.
 */
function isSeenToTakeBody({ rawPacket }: ConnectionError): boolean {
  // Declared as another type, but it is a buffer.
  const start = (rawPacket as unknown as Buffer | undefined)?.toString('latin1', 0, 8) ?? ''
  return /^[A-Z]+ /.test(start) && !start.startsWith('HEAD ')
}

function response(status: number, now: number, security: OutgoingHttpHeaders, hasBody: boolean): string {
  const body = hasBody ? JSON.stringify(bodyOf(status)) : ''
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    ...(hasBody ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    `X-Server-Time: ${now}`,
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(security).map(([name, value]) => `${name}: ${value}`),
    'Connection: close'
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Answers an unknown `Expect` header. Node itself would send a response without a body. */
export function refuseExpectations({ server }: FastifyInstance, { now }: Clock, config: Config): void {
  const security = headersWithoutRoute(config)
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(bodyOf(417))
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-server-time': now(),
      'x-request-id': randomUUID(),
      ...security,
      connection: 'close'
    })
    response.end(body)
  })
}
