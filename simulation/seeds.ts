/** Simulates one seed after another, and prints their outcomes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { startPostgres } from '../server/db/postgres/postgres.ts'
import { seededRandom } from '../testing/random.ts'
import { installGlobals, seedIds } from './lib/globals.ts'
import { createTemplate } from './lib/template.ts'
import { READY, type Simulated } from './parts.ts'
import { type Size, simulate } from './simulate.ts'

const SETTINGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  'plan_cache_mode=force_generic_plan'
]

/** @param stops whether it stops at the first one that fails */
export async function simulateSeeds(first: number, last: number, size: Size, stops: boolean): Promise<Simulated> {
  const server = await openServer()
  // The page warns of each failed call.
  console.warn = () => {}
  installGlobals()
  seedIds(seededRandom(0))
  const template = await createTemplate(server.connection, size.browsers)
  print(READY)
  const all: Simulated = { seeds: 0, failed: [], steps: 0, acknowledged: 0 }
  for (let seed = first; seed <= last && !(stops && all.failed.length > 0); seed++) {
    const { problems, digest, steps, acknowledged, tail } = await simulate(template, seed, size)
    const outcome = problems.length === 0 ? 'good' : 'failed'
    all.seeds++
    all.steps += steps
    all.acknowledged += acknowledged
    print(`seed ${seed}: ${outcome}, ${steps} steps, ${acknowledged} writes acknowledged, trace ${digest}`)
    if (problems.length === 0) continue
    all.failed.push(seed)
    for (const line of [...tail, ...problems.map(problem => `  ${problem}`)]) print(line)
  }
  await template.drop()
  await server.close()
  print(`${all.seeds - all.failed.length} of ${all.seeds} seeds are good.`)
  return all
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** A PostgreSQL of its own, or that of `SIMULATION_POSTGRES`. */
async function openServer(): Promise<{ connection: ClientConfig; close: () => Promise<void> }> {
  const given = process.env.SIMULATION_POSTGRES
  if (given) return { connection: JSON.parse(given), close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'hut-simulated-'))
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: SETTINGS })
  return {
    connection: { ...postgres.connection },
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
