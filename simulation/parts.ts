/** Simulates many seeds, some on each core. A process can simulate one hut at a time, because it replaces timers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Simulated {
  seeds: number
  /** The seeds that failed. */
  failed: number[]
  steps: number
  acknowledged: number
}

/** A process prints this before its first seed. */
export const READY = 'The simulation is ready.'

/** Seeds for one process. */
export const MOST_SEEDS = 40

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const OUTCOME = /^seed (\d+): (good|failed), (\d+) steps, (\d+) writes/

/**
 * Prints what the processes print.
 * @param args of each process, without the seeds
 * @param stops whether it stops at the first seed that fails
 */
export async function simulateParts(first: number, last: number, args: string[], stops: boolean): Promise<Simulated> {
  const all: Simulated = { seeds: 0, failed: [], steps: 0, acknowledged: 0 }
  let next = first
  const work = async (): Promise<void> => {
    while (next <= last && !(stops && all.failed.length > 0)) {
      let begin = next
      next += MOST_SEEDS
      const end = Math.min(last, next - 1)
      while (begin <= end && !(stops && all.failed.length > 0))
        begin = 1 + (await simulatePart(begin, end, args, stops, all))
    }
  }
  await Promise.all(Array.from({ length: stops ? 1 : availableParallelism() }, work))
  process.stdout.write(`${all.seeds - all.failed.length} of ${all.seeds} seeds are good.\n`)
  return all
}

/** Returns the last seed that ran. A seed that ends the process has failed, and those after it have not run. */
async function simulatePart(
  first: number,
  last: number,
  args: string[],
  stops: boolean,
  all: Simulated
): Promise<number> {
  const child = simulateApart([`--seeds=${first}..${last}`, ...args])
  const ended = once(child, 'exit')
  let ran = first - 1
  const failed: number[] = []
  let isReady = false
  for await (const line of createInterface(child.stdout)) {
    if (line === READY) isReady = true
    if (line === READY || line.endsWith('seeds are good.')) continue
    process.stdout.write(`${line}\n`)
    const [, seed, outcome, steps, acknowledged] = OUTCOME.exec(line) ?? []
    if (!seed) continue
    ran = Number(seed)
    all.seeds++
    all.steps += Number(steps)
    all.acknowledged += Number(acknowledged)
    if (outcome === 'failed') failed.push(ran)
  }
  all.failed.push(...failed)
  const [code, signal] = await ended
  const isOver = ran === last || (stops && failed.length > 0)
  if (isOver && code === (failed.length > 0 ? 1 : 0)) return ran
  if (isOver || signal || !isReady) {
    throw new Error(`The process of seeds ${first} to ${last} ended with ${signal ?? code}.`)
  }
  process.stdout.write(`seed ${++ran}: failed, the process ended with ${code}\n`)
  all.seeds++
  all.failed.push(ran)
  return ran
}

/** Starts a process that simulates. */
export function simulateApart(args: string[]) {
  return spawn(process.execPath, [...process.execArgv, MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}
