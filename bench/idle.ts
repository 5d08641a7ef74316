/** The memory of a socket that only listens. */
import { setTimeout } from 'node:timers/promises'
import type { Ground } from './lib/ground.ts'
import { metricOf } from './lib/metric.ts'
import type { Row } from './lib/row.ts'
import { openPages } from './lib/sockets.ts'

const SOCKETS = 2000
/** These sockets open first, so that memory for one-time loading does not count. */
const EARLIER = 200
const GOAL_KB = 40

/** The memory of the product's process, as it reports it in `/metrics`. */
export async function idle({ another, session }: Ground): Promise<Row[]> {
  const product = await another()
  const earlier = await openPages(product.url, session.id, EARLIER)
  const before = await residentBytes(product.url, EARLIER)
  const audience = await openPages(product.url, session.id, SOCKETS)
  const each = ((await residentBytes(product.url, EARLIER + SOCKETS)) - before) / SOCKETS / 1000
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

/** Resolves when all these sockets are in the room. */
async function residentBytes(url: string, sockets: number): Promise<number> {
  for (let tries = 0; tries < 30; tries++) {
    await setTimeout(1000)
    if (tries > 0 && (await metricOf(url, 'hut_sockets')) === sockets) {
      return metricOf(url, 'process_resident_memory_bytes')
    }
  }
  throw new Error(`${sockets} sockets did not get into the room`)
}
