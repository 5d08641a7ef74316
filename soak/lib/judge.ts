/** Judges a soak with pure functions on its journal. */
import { MOVE_ON } from '../../domain/lib/close-codes.ts'
import type { Failure, Read, Restart, Sample } from './journal.ts'

/**
 * In these ms after a start or a restart caches are empty, code is compiled and connections are opened. Reads then are
 * not judged.
 */
export const SETTLING = 5000
const MINUTE = 60_000
/** The least reads in a minute. Fewer give no meaningful p99. */
const ENOUGH_READS = 200
/** The warm-up in ms. The memory of a process is judged after it, if the process lives twice as long. */
const WARM_UP = 120_000
export const MOST_GROWTH = 0.1

const UNAVAILABLE = 503
/** The close code when the server fails while it looks up the person or the missed events. */
const SOCKET_FAILED = 1011

/** Whether a restart necessarily causes this failure. */
export function isExplained(failure: Failure, restarts: readonly Restart[]): boolean {
  return restarts.some(
    restart => failure.from <= restart.until && restart.from <= failure.until && explains(restart, failure)
  )
}

function explains({ what, node }: Restart, failure: Failure): boolean {
  switch (what) {
    // The node's clients lose their connections. New clients are refused until the balancer notices.
    case 'kill':
      return failure.node === node && (failure.kind === 'no response' || failure.kind === 'socket')
    // Requests work until the balancer sends no more of them. The node closes its sockets so that they reconnect
    // elsewhere.
    case 'stop':
      return failure.node === node && failure.kind === 'socket' && [MOVE_ON, UNAVAILABLE].includes(failure.code ?? 0)
    case 'postgres':
      if (failure.kind === 'socket') return failure.code === SOCKET_FAILED
      return failure.kind === 'log' || (failure.kind === 'status' && failure.code === UNAVAILABLE)
    // Everything works without Redis, but the log reports the loss.
    case 'redis':
      return failure.kind === 'log'
  }
}

interface Slowest {
  /** The p99 of reads in the slowest minute, in ms. */
  ms: number
  /** The number of that minute, starting at 1. */
  minute: number
  /** How many minutes had enough reads. */
  minutes: number
  reads: number
  /** The slowest read of that minute. */
  path: string
}

/** Ignores reads during restarts. Null if no minute has enough of the others. */
export function slowestMinute(reads: readonly Read[], restarts: readonly Restart[]): Slowest | null {
  const start = Math.min(...reads.map(({ from }) => from))
  const byMinute = new Map<number, Read[]>()
  for (const read of reads) {
    const { from, until } = read
    if (from < start + SETTLING) continue
    if (restarts.some(restart => from <= restart.until + SETTLING && restart.from <= until)) continue
    const minute = Math.floor((from - start) / MINUTE) + 1
    const before = byMinute.get(minute)
    if (before) before.push(read)
    else byMinute.set(minute, [read])
  }
  const judged = [...byMinute].filter(([, some]) => some.length >= ENOUGH_READS)
  const [worst] = judged.map(([minute, some]) => ({ minute, ...slowestOf(some) })).sort((a, b) => b.ms - a.ms)
  const count = judged.reduce((sum, [, some]) => sum + some.length, 0)
  return worst ? { ...worst, minutes: judged.length, reads: count } : null
}

function slowestOf(reads: Read[]): { ms: number; path: string } {
  const sorted = reads.toSorted((a, b) => a.ms - b.ms)
  return { ms: sorted[Math.floor(sorted.length * 0.99)]?.ms ?? Number.NaN, path: sorted.at(-1)?.path ?? '' }
}

export interface Life {
  life: string
  minutes: number
  /** Medians of the first and the last third after the warm-up. */
  early: number
  late: number
  growth: number
}

/** Judges each process that lived long enough. */
export function growthOfLives(memory: readonly Sample[]): Life[] {
  const lives = Map.groupBy(memory, ({ life }) => life)
  return [...lives].flatMap(([life, samples]) => {
    const from = samples[0]?.at ?? 0
    const until = samples.at(-1)?.at ?? 0
    if (until - from < 2 * WARM_UP) return []
    const warm = samples.filter(({ at }) => at >= from + WARM_UP).map(({ bytes }) => bytes)
    const third = Math.floor(warm.length / 3)
    const early = median(warm.slice(0, third))
    const late = median(warm.slice(-third))
    return [{ life, minutes: (until - from) / MINUTE, early, late, growth: late / early - 1 }]
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

export interface Row {
  id: number
  key: string | null
}

/**
 * Returns the faults in the rows of a table. Each acknowledged key has exactly one row, and no row has a key that was
 * not sent.
 */
export function wrongRows(made: readonly { key: string; id: number | null }[], rows: readonly Row[]): string[] {
  const sent = new Map(made.map(one => [one.key, one]))
  const byKey = Map.groupBy(rows, ({ key }) => key ?? '')
  const missing = made.flatMap(({ key, id }) => {
    const found = byKey.get(key) ?? []
    if (id === null || found.some(row => row.id === id)) return []
    return [`${id} was acknowledged and is not there`]
  })
  const extra = [...byKey].flatMap(([key, found]) => {
    if (!sent.has(key)) return found.map(({ id }) => `${id} was made by nobody`)
    return found.length > 1 ? [`${found.map(({ id }) => id).join(' and ')} were made by one call`] : []
  })
  return [...missing, ...extra]
}

/** Returns the faults in the events of a room, whose numbers start at 1. */
export function gapsIn(numbers: readonly number[]): string[] {
  return numbers.flatMap((seq, index) => {
    const before = numbers[index - 1] ?? 0
    return seq === before + 1 ? [] : [`${seq} comes after ${before}`]
  })
}
