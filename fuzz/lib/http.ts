/** Sends raw requests to the product, and lets the callers of tests use it over HTTP. */
import { Agent, request } from 'node:http'
import type { LightMyRequestResponse } from 'fastify'
import { type Caller, createCaller } from '../../testing/world.ts'

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
  ms: number
}

interface Wish {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A call that takes longer hangs. */
export const HANGS_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** @throws Error when there is no response in time, or the connection breaks */
export function send(address: string, { method, url, headers = {}, body }: Wish): Promise<Answer> {
  const { hostname, port } = new URL(address)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { agent, hostname, port, method, path: url, headers: { ...length, ...headers }, timeout: HANGS_MS },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
            ms: performance.now() - start
          })
        )
      }
    )
    sent.on('timeout', () => sent.destroy(new Error(`there was no response for ${HANGS_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A person who calls over HTTP, with the same functions as in a test. */
export function callerAt(address: string, username: string): Caller {
  const inject = async ({ method, url, cookies, payload, headers }: Injected): Promise<LightMyRequestResponse> => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    const answer = await send(address, {
      method,
      url,
      ...(payload === undefined ? {} : { body: isText ? payload : JSON.stringify(payload) }),
      headers: {
        ...(payload === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...cookieOf(cookies),
        ...headers
      }
    })
    const set = [answer.headers['set-cookie'] ?? []].flat().map(line => line.split(';')[0] ?? '')
    return {
      statusCode: answer.status,
      body: answer.body,
      json: () => JSON.parse(answer.body),
      headers: answer.headers,
      cookies: set.map(pair => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
    } as unknown as LightMyRequestResponse
  }
  return createCaller({ app: { inject }, documented: [] } as never, username)
}

interface Injected {
  method: string
  url: string
  cookies: Record<string, string>
  payload?: object | string | Buffer
  headers?: Record<string, string>
}

export function cookieOf(cookies: Record<string, string>): { cookie?: string } {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {}
}
