/**
 * Loads a file from the open internet (D-141). Each name is resolved here, and the connection goes to the very address
 * that was found public, so that no second answer of a name server leads elsewhere. Redirects are checked alike.
 */
import { type LookupAddress, lookup } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isPublicAddress } from './public-address.ts'

const MOST_REDIRECTS = 3

/** Why nothing was loaded, to tell the person. */
export class NotLoaded extends Error {}

/** How the network is reached; tests have another. */
export interface Network {
  lookup: (name: string, done: (error: Error | null, found: LookupAddress[]) => void) => void
  isPublic: (address: string) => boolean
  /** Empty for the usual port of the scheme. */
  ports: string[]
}

export const OPEN_INTERNET: Network = {
  lookup: (name, done) => lookup(name, { all: true }, done),
  isPublic: isPublicAddress,
  ports: ['']
}

/** Writes what is at the address into a file. @throws NotLoaded */
export async function fetchPublic(
  network: Network,
  address: string,
  path: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal }
): Promise<void> {
  try {
    const response = await follow(network, address, signal)
    await pipeline(response, upTo(mostBytes), createWriteStream(path), { signal })
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    // Of our disk.
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw error
    throw new NotLoaded(signal.aborted ? 'it took too long' : 'it cannot be reached')
  }
}

async function follow(network: Network, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await request(network, url, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location) throw new NotLoaded('there is nothing')
    if (!URL.canParse(headers.location, url)) throw new NotLoaded('its address leads nowhere')
    url = new URL(headers.location, url).href
  }
  throw new NotLoaded('its address leads nowhere')
}

function request(network: Network, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.canParse(address) ? new URL(address) : null
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''
  if (!url || !['http:', 'https:'].includes(url.protocol) || !network.ports.includes(url.port) || url.username) {
    throw new NotLoaded('its address cannot be used')
  }
  // An address is not looked up, so it is checked here.
  if (isIP(host) !== 0 && !network.isPublic(host)) throw new NotLoaded('its address cannot be used')
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const options = {
    // A connection of its own: none that was made without the check.
    agent: false as const,
    lookup: publicLookup(network),
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity' }
  }
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject)
  })
}

/** A name of which any address is not public is used for none of them. */
function publicLookup(network: Network): LookupFunction {
  return (name, { all }, done) => {
    network.lookup(name, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new NotLoaded('it cannot be reached'), '')
      if (!found.every(({ address }) => network.isPublic(address))) {
        return done(new NotLoaded('its address cannot be used'), '')
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
      if (bytes > most) done(new NotLoaded('it is too large'))
      else done(null, chunk)
    }
  })
}
