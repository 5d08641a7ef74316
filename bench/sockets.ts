/** Ten thousand sockets in one room: the time until all are open, and the memory of the process that holds them. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openCrowd, startBare, startBareSockets } from './lib/children.ts'
import { median } from './lib/compare.ts'
import type { Ground } from './lib/ground.ts'
import { metricOf } from './lib/metric.ts'
import type { Row } from './lib/row.ts'

const SOCKETS = 10_000
/** These sockets open first, so that memory for one-time loading does not count. */
const EARLIER = 200
const ROUNDS = 3
/** Until the sockets of a bare program are at rest. */
const SETTLED_MS = 2000
const GOAL_RATIO = 1.5
const GOAL_KB = 40
const GOAL_MB = 210

export async function sockets({ another, session, databaseUrl }: Ground): Promise<Row[]> {
  const product = await another()
  const { url } = product
  const earlier = await openCrowd({ url, room: session.id, count: EARLIER })
  const before = await residentBytes(url, EARLIER)
  const bare = await startBare('broadcast', { frame: '', response: {} })
  const knowing = await startBare('broadcast', { frame: '', response: {}, databaseUrl, isForLogins: true })
  const [ours, theirs, limits]: [number[], number[], number[]] = [[], [], []]
  let held = 0
  for (let round = 0; round < ROUNDS; round++) {
    const crowd = await openCrowd({ url, room: session.id, count: SOCKETS })
    ours.push(crowd.openedIn)
    held = await residentBytes(url, EARLIER + SOCKETS)
    crowd.close()
    await residentBytes(url, EARLIER)
    const other = await openCrowd({ url: bare.url, count: SOCKETS })
    theirs.push(other.openedIn)
    other.close()
    const known = await openCrowd({ url: knowing.url, says: true, count: SOCKETS })
    limits.push(known.openedIn)
    known.close()
  }
  earlier.close()
  const eachOfBare = await bytesOfBareSocket()
  await Promise.all([product.stop(), bare.stop(), knowing.stop()])
  const ratioOf = (times: number[]): number => median(times.map((ms, round) => ms / (theirs[round] ?? Number.NaN)))
  const ratio = ratioOf(ours)
  const seconds = (times: number[]): string => (median(times) / 1000).toFixed(1)
  const each = (held - before) / SOCKETS / 1000
  const many = SOCKETS.toLocaleString('en')
  return [
    {
      what: `sockets: time until ${many} are open, against bare ws`,
      measured: `${ratio.toFixed(2)} × (${seconds(ours)} against ${seconds(theirs)} s)`,
      goal: `≤ ${GOAL_RATIO} ×`,
      passed: ratio <= GOAL_RATIO
    },
    {
      what: 'the same of bare ws that reads the login of each too',
      measured: `${ratioOf(limits).toFixed(2)} × (${seconds(limits)} s)`,
      goal: '',
      passed: null
    },
    {
      what: `sockets: memory of the process with ${many}`,
      measured: `${(held / 1e6).toFixed(0)} MB`,
      goal: `≤ ${GOAL_MB} MB`,
      passed: held <= GOAL_MB * 1e6
    },
    {
      what: 'sockets: memory of each',
      measured: `${each.toFixed(1)} kB`,
      goal: `< ${GOAL_KB} kB`,
      passed: each < GOAL_KB
    },
    {
      what: 'the same of bare ws, which knows nothing about its sockets',
      measured: `${(eachOfBare / 1000).toFixed(1)} kB`,
      goal: '',
      passed: null
    }
  ]
}

/** How much 10,000 sockets add to a bare program, for each of them. */
async function bytesOfBareSocket(): Promise<number> {
  const { url, pid, stop } = await startBareSockets()
  const earlier = await openCrowd({ url, count: EARLIER })
  await setTimeout(SETTLED_MS)
  const before = residentBytesOf(pid)
  const crowd = await openCrowd({ url, count: SOCKETS })
  await setTimeout(SETTLED_MS)
  const held = residentBytesOf(pid)
  crowd.close()
  earlier.close()
  await stop()
  return (held - before) / SOCKETS
}

/** The resident memory of a process that reports no metrics (Linux). */
function residentBytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Resolves when the process has exactly these sockets. */
async function residentBytes(url: string, count: number): Promise<number> {
  for (let tries = 0; tries < 60; tries++) {
    await setTimeout(1000)
    if (tries > 0 && (await metricOf(url, 'hut_sockets')) === count) {
      return metricOf(url, 'process_resident_memory_bytes')
    }
  }
  throw new Error(`the server does not have ${count} sockets`)
}
