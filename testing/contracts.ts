/**
 * Every contract and every page of the domain. Imports all files of the domain, so that new contracts are tested
 * without a list.
 */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { addressesOf, type Endpoint, type EventStream } from '../domain/lib/endpoint.ts'
import type { Page } from '../domain/lib/page.ts'

interface Contracts {
  endpoints: Endpoint[]
  pages: Page[]
  streams: EventStream[]
  /** The names that their files export. */
  names: Map<Endpoint | Page, string>
}

export async function allContracts(): Promise<Contracts> {
  const endpoints: Endpoint[] = []
  const pages: Page[] = []
  const streams: EventStream[] = []
  const names: Contracts['names'] = new Map()
  const root = resolve(import.meta.dirname, '..')
  for (const file of globSync('domain/**/*.ts', { cwd: root }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const exports: Record<string, unknown> = await import(resolve(root, file))
    for (const [name, value] of Object.entries(exports)) {
      if (!isObject(value)) continue
      if ('event' in value && 'alias' in value) streams.push(value as unknown as EventStream)
      else if ('method' in value && 'response' in value) endpoints.push(value as unknown as Endpoint)
      else if ('head' in value && 'data' in value) pages.push(value as unknown as Page)
      else continue
      names.set(value as unknown as Endpoint | Page, name)
    }
  }
  return { endpoints, pages, streams, names }
}

interface Bound {
  contract: object
  method: string
  path: string
}

/**
 * The calls that a server binds in another form than the domain declares them: a copy of a contract, an address that
 * the contract does not have, an address of two calls.
 */
export function strayCalls(bound: readonly Bound[], { endpoints, pages, streams }: Contracts): string[] {
  const declared = new Map<object, string[]>([
    ...endpoints.map(one => [one, addressesOf(one).map(({ path }) => `${one.method} ${path}`)] as const),
    ...streams.map(one => [one, addressesOf(one).map(({ path }) => `GET ${path}`)] as const),
    ...pages.map(
      one => [one, [one.path, ...(one.aliases ?? [])].map(path => `GET /api${path === '/' ? '' : path}`)] as const
    )
  ])
  const seen = new Set<string>()
  return bound.flatMap(({ contract, method, path }) => {
    const address = `${method} ${path}`
    const pattern = address.replace(/:\w+/g, ':')
    const isTwice = seen.has(pattern)
    seen.add(pattern)
    return isTwice || !declared.get(contract)?.includes(address) ? [address] : []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
