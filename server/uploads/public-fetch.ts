/**
 * Loads a file from the public internet (D-141). It resolves each name itself and connects to the same address that it
 * found to be public, so that a second DNS response cannot lead elsewhere. Redirects get the same check.
 */
import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Duplex, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isPublicAddress } from './public-address.ts'
import { fileWriter } from './write-file.ts'

const MOST_REDIRECTS = 3

/** The reason why nothing was loaded, for the person. */
export class NotLoaded extends Error {}

/** How to reach the network. Tests pass another one. */
export interface Network {
  lookup: (name: string, done: (error: Error | null, found: LookupAddress[]) => void) => void
  isPublic: (address: string) => boolean
  /** Allowed ports. An empty text means the usual port of the scheme. */
  ports: string[]
  /** Replaces the connection to an address that passed all checks. For tests without a network. */
  connect?: (name: string) => Duplex
}

export const OPEN_INTERNET: Network = {
  lookup: (name, done) => lookup(name, { all: true }, done),
  isPublic: isPublicAddress,
  ports: ['']
}

/** Writes the content of an address into a file. @throws NotLoaded */
export async function fetchPublic(
  network: Network,
  address: string,
  path: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal }
): Promise<void> {
  try {
    const response = await follow(network, address, signal)
    await pipeline(response, upTo(mostBytes), fileWriter(path), { signal })
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    // A failed write is a fault of our disk.
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw error
    throw new NotLoaded(signal.aborted ? 'it took too long' : 'we can’t reach it')
  }
}

async function follow(network: Network, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' }
    const response = await requestPublic(network, url, { headers, signal })
    const { statusCode = 0 } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !response.headers.location) throw new NotLoaded('nothing is there')
    if (!URL.canParse(response.headers.location, url)) throw new NotLoaded('its address leads nowhere')
    url = new URL(response.headers.location, url).href
  }
  throw new NotLoaded('its address leads nowhere')
}

interface Asked {
  method?: string
  headers: OutgoingHttpHeaders
  body?: Buffer
  signal: AbortSignal
  schemes?: readonly string[]
}

/** The response to one request, without following redirects. @throws NotLoaded for an address that is not public */
export async function requestPublic(
  network: Network,
  address: string,
  { method = 'GET', headers, body, signal, schemes = ['http:', 'https:'] }: Asked
): Promise<IncomingMessage> {
  const url = publicUrl(network, address, schemes)
  if (!url) throw new NotLoaded('its address can’t be used')
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const { connect } = network
  const options = {
    method,
    headers,
    signal,
    lookup: publicLookup(network),
    // Never reuses a connection, since it might have been opened without the check.
    ...(connect ? { createConnection: () => connect(hostOf(url)) } : { agent: false as const })
  }
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end(body)
  })
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Returns an address as a URL; null when nothing may be requested there. A numeric address must be public. A name must
 * have a dot, and is looked up with each request.
 */
export function publicUrl(network: Network, address: string, schemes: readonly string[]): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !schemes.includes(url.protocol) || !network.ports.includes(url.port)) return null
  if (url.username || url.password) return null
  const host = hostOf(url)
  const isPublic = isIP(host) === 0 ? host.includes('.') : network.isPublic(host)
  return isPublic ? url : null
}

/** Refuses a name if any of its addresses is not public. */
function publicLookup(network: Network): LookupFunction {
  return (name, { all }, done) => {
    network.lookup(name, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new NotLoaded('we can’t reach it'), '')
      if (!found.every(({ address }) => network.isPublic(address))) {
        return done(new NotLoaded('its address can’t be used'), '')
      }
      if (all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}

function upTo(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(new NotLoaded('it’s too large'))
      else done(null, chunk)
    }
  })
}
