/** The memory of the product's process: after its start, and the maximum while it serves pages. */
import { setTimeout } from 'node:timers/promises'
import { cookies } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { metricOf } from './lib/metric.ts'
import type { Row } from './lib/row.ts'

const MOST_AT_REST = 160
const MOST_UNDER_LOAD = 300
const ROUNDS = 3

export async function memory({ another, session, large }: Ground): Promise<Row[]> {
  const product = await another()
  const megabytes = async () => (await metricOf(product.url, 'process_resident_memory_bytes')) / 1e6
  await setTimeout(3000)
  const atRest = await megabytes()
  let most = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      most = Math.max(most, await megabytes())
      await setTimeout(200)
    }
  }
  const watched = watch()
  const pages = ['', '/activities', '/my/goals', `/sessions/${session.slug}`, `/sessions/${large.session.slug}`]
  for (let round = 0; round < ROUNDS; round++) {
    for (const page of pages) await requestsPerSecond({ url: `${product.url}/api${page}`, cookies: cookies(16) })
  }
  isOver = true
  await watched
  await product.stop()
  return [
    row('memory: after a start', atRest, MOST_AT_REST),
    row('memory: the most under load, with pages of 750 kB', most, MOST_UNDER_LOAD)
  ]
}

function row(what: string, measured: number, most: number): Row {
  return { what, measured: `${measured.toFixed(0)} MB`, goal: `≤ ${most} MB`, passed: measured <= most }
}
