/** Simulates many seeds, some on each core. A process can simulate one hut at a time, because it replaces timers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Simulated } from './seeds.ts'

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
      const begin = next
      next += MOST_SEEDS
      await simulatePart(`--seeds=${begin}..${Math.min(last, next - 1)}`, args, all)
    }
  }
  await Promise.all(Array.from({ length: stops ? 1 : availableParallelism() }, work))
  process.stdout.write(`${all.seeds - all.failed.length} of ${all.seeds} seeds are good.\n`)
  return all
}

async function simulatePart(seeds: string, args: string[], all: Simulated): Promise<void> {
  const child = simulateApart([seeds, ...args])
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    if (line.endsWith('seeds are good.')) continue
    process.stdout.write(`${line}\n`)
    const [, seed, outcome, steps, acknowledged] = OUTCOME.exec(line) ?? []
    if (!seed) continue
    all.seeds++
    all.steps += Number(steps)
    all.acknowledged += Number(acknowledged)
    if (outcome === 'failed') all.failed.push(Number(seed))
  }
  const [code] = await ended
  // 1: a seed has failed.
  if (code !== 0 && code !== 1) throw new Error(`The process of ${seeds} ended with ${code}.`)
}

/** Starts a process that simulates. */
export function simulateApart(args: string[]) {
  return spawn(process.execPath, [...process.execArgv, MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}
