/**
 * Limits open sockets and streams: for each login those of one browser, and for each network address those of visitors. A
 * whole hall of people may share one address, so those of signed-in people do not count for it.
 */
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Config } from '../config.ts'
import { FORWARDED } from '../security/proxy.ts'

/** Tabs of one browser. @internal Exported for tests. */
export const MOST_OF_LOGIN = 100
/** Visitors of one address. */
const MOST_OF_ADDRESS = 3000

const RETRY_SECONDS = 60

/** Counts open sockets by name. @internal Exported for tests. */
export function createSocketLimit(most: number) {
  const taken = new Map<string, number>()
  return {
    /** Counts one more, and returns a function that frees it; null when the limit is reached. */
    take(name: string): (() => void) | null {
      const count = taken.get(name) ?? 0
      if (count >= most) return null
      taken.set(name, count + 1)
      return () => {
        const left = (taken.get(name) ?? 1) - 1
        if (left === 0) taken.delete(name)
        else taken.set(name, left)
      }
    }
  }
}

/** The places of sockets or of streams. Each function returns another one that frees the place; null when none is free. */
export function createPlaces() {
  const [ofLogins, ofAddresses] = [createSocketLimit(MOST_OF_LOGIN), createSocketLimit(MOST_OF_ADDRESS)]
  return {
    takeForLogin: ofLogins.take,
    /** @param address null if it is unknown; then there is no limit */
    takeForVisitor: (address: string | null) => (address === null ? () => {} : ofAddresses.take(address))
  }
}

/** Returns a function that takes a place for a stream, and returns another one that frees it. It throws Refused 429. */
export function streamLimit({ config }: { config: Config }): (request: FastifyRequest) => () => void {
  const places = createPlaces()
  const addressOf = addressFinder(config)
  return ({ viewer, raw }) => {
    const free = viewer ? places.takeForLogin(viewer.login.toString('hex')) : places.takeForVisitor(addressOf(raw))
    return free ?? refuse({ kind: 'tooMany', retryAfter: RETRY_SECONDS })
  }
}

/**
 * Returns a function that finds the address of an upgrade, which Fastify does not see. It returns null behind a proxy
 * that `TRUST_PROXY` does not name, because all visitors then have the proxy's address.
 */
export function addressFinder({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string | null {
  if (trustProxy !== false) {
    const trust = proxyAddr.compile(trustProxy.split(',').map(one => one.trim()))
    return request => proxyAddr(request, trust)
  }
  return ({ headers, socket }) => (FORWARDED.some(name => headers[name]) ? null : (socket.remoteAddress ?? null))
}
