/** Bytes of script and style that a first visit loads, compressed as the server sends them. The HTML names all of them. */
import { get } from 'node:http'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

export async function weight({ product, session }: Ground): Promise<Row[]> {
  const sizes = new Map<string, number>()
  const kilobytes = async (files: string[]): Promise<number> => {
    let bytes = 0
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, await bytesOf(product.url + file))
      bytes += sizes.get(file) ?? 0
    }
    return bytes / 1000
  }
  // The HTML of a missing page names only the files that every page has.
  const every = await filesOf(`${product.url}/there/is/nothing/here`)
  const home = await filesOf(product.url)
  return [
    row('weight: script of every first visit', await kilobytes(every.filter(isScript)), 170),
    row('weight: style of every first visit', await kilobytes(every.filter(file => !isScript(file))), 20),
    row('weight: script and style of the home page', await kilobytes(home), 240),
    row('weight: script of the home page', await kilobytes(home.filter(isScript)), 140),
    row(
      'weight: script of the page of a session',
      await kilobytes((await filesOf(`${product.url}/sessions/${session.slug}`)).filter(isScript)),
      190
    )
  ]
}

const isScript = (file: string): boolean => file.endsWith('.js')

function row(what: string, measured: number, most: number): Row {
  return { what, measured: `${measured.toFixed(1)} kB`, goal: `≤ ${most} kB`, passed: measured <= most }
}

async function filesOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  return [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, file]) =>
    String(file)
  )
}

/** The compressed size, which `fetch` does not show. */
function bytesOf(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { headers: { 'accept-encoding': 'br, gzip' } }, response => {
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
    })
    response.on('end', () =>
      response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`))
    )
  }).on('error', reject)
  return promise
}
