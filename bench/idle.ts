/** What a socket costs that only listens. */
import { setTimeout } from 'node:timers/promises'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { openPages } from './lib/sockets.ts'

const SOCKETS = 2000
/** Opened first, so that what the first sockets load into memory once is not counted. */
const EARLIER = 200
const GOAL_KB = 40

/** Memory of a process of its own, as it tells itself in `/metrics`. */
export async function idle({ another, session }: Ground): Promise<Row[]> {
  const product = await another()
  const earlier = await openPages(product.url, session.id, EARLIER)
  const before = await residentBytes(product.url)
  const audience = await openPages(product.url, session.id, SOCKETS)
  const each = ((await residentBytes(product.url)) - before) / SOCKETS / 1000
  audience.close()
  earlier.close()
  await product.stop()
  return [
    {
      what: `idle: memory of each of ${SOCKETS.toLocaleString('en')} sockets in one room`,
      measured: `${each.toFixed(1)} kB`,
      goal: `< ${GOAL_KB} kB`,
      passed: each < GOAL_KB
    }
  ]
}

async function residentBytes(url: string): Promise<number> {
  await setTimeout(2000)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
