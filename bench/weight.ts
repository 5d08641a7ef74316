/** Bytes of script and style that a first visit loads, compressed as the server sends them. */
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const CLIENT = new URL('../client/', import.meta.url)

export async function weight({ product }: Ground): Promise<Row[]> {
  const html = await (await fetch(product.url)).text()
  const entry = new Set(
    [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, file]) => String(file))
  )
  const sizes = new Map<string, number>()
  const kilobytes = async (files: Iterable<string>): Promise<number> => {
    let bytes = 0
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, await bytesOf(product.url + file))
      bytes += sizes.get(file) ?? 0
    }
    return bytes / 1000
  }
  const rows = [
    row('weight: script of every first visit', await kilobytes([...entry].filter(file => file.endsWith('.js'))), 170),
    row('weight: style of every first visit', await kilobytes([...entry].filter(file => file.endsWith('.css'))), 20)
  ]
  const home = await filesOfHome()
  if (home)
    rows.push(row('weight: script and style of the home page', await kilobytes(new Set([...entry, ...home])), 240))
  return rows
}

function row(what: string, measured: number, most: number): Row {
  return { what, measured: `${measured.toFixed(1)} kB`, goal: `≤ ${most} kB`, passed: measured <= most }
}

/** What the route `/` adds; null while there is no such route. */
async function filesOfHome(): Promise<string[] | null> {
  const routes = await readFile(new URL('routes.tsx', CLIENT), 'utf8')
  const component = /pageRoute\(\s*\[?\s*'\/'[\s\S]*?import\('\.\/([^']+)'\)/.exec(routes)?.[1]
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(new URL('dist/.vite/manifest.json', CLIENT), 'utf8')
  )
  if (!component) return null
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const css of chunk.css ?? []) files.add(`/${css}`)
    for (const other of chunk.imports ?? []) add(other)
  }
  add(component)
  return [...files]
}

/** As they travel: `fetch` would only show them unpacked. */
function bytesOf(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { headers: { 'accept-encoding': 'br, gzip' } }, answer => {
    let bytes = 0
    answer.on('data', (part: Buffer) => {
      bytes += part.length
    })
    answer.on('end', () =>
      answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`))
    )
  }).on('error', reject)
  return promise
}
