/**
 * Every contract and every page of the domain, found by importing all of its files, so that a new one is tested without
 * being listed.
 */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '../domain/lib/endpoint.ts'
import type { Page } from '../domain/lib/page.ts'

interface Contracts {
  endpoints: Endpoint[]
  pages: Page[]
  /** As their files export them. */
  names: Map<Endpoint | Page, string>
}

export async function allContracts(): Promise<Contracts> {
  const endpoints: Endpoint[] = []
  const pages: Page[] = []
  const names: Contracts['names'] = new Map()
  const root = resolve(import.meta.dirname, '..')
  for (const file of globSync('domain/**/*.ts', { cwd: root }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const exports: Record<string, unknown> = await import(resolve(root, file))
    for (const [name, value] of Object.entries(exports)) {
      if (!isObject(value)) continue
      if ('method' in value && 'response' in value) endpoints.push(value as unknown as Endpoint)
      else if ('head' in value && 'data' in value) pages.push(value as unknown as Page)
      else continue
      names.set(value as unknown as Endpoint | Page, name)
    }
  }
  return { endpoints, pages, names }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
