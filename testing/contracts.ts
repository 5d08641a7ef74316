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
}

export async function allContracts(): Promise<Contracts> {
  const endpoints: Endpoint[] = []
  const pages: Page[] = []
  const root = resolve(import.meta.dirname, '..')
  for (const file of globSync('domain/**/*.ts', { cwd: root }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const exports: Record<string, unknown> = await import(resolve(root, file))
    for (const value of Object.values(exports)) {
      if (isObject(value) && 'method' in value && 'response' in value) endpoints.push(value as unknown as Endpoint)
      else if (isObject(value) && 'head' in value && 'data' in value) pages.push(value as unknown as Page)
    }
  }
  return { endpoints, pages }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
