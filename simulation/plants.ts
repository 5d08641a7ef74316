/** Measures after how many seeds each planted bug is found. */
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Row } from '../bench/lib/row.ts'
import { PLANTS, plantOf } from './lib/plants.ts'
import { simulateApart } from './parts.ts'
import type { Size } from './simulate.ts'

/** Prints a line for each bug. Each gets a process of its own. */
export async function findPlants(first: number, last: number, size: Size): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of Object.keys(PLANTS)) {
    const measured = await findPlant(name, first, last, size)
    const passed = !measured.startsWith('not')
    rows.push({ what: `${name}: ${plantOf(name).bug}`, measured, goal: 'found', passed })
    process.stdout.write(`${name}: ${measured}\n`)
    if (!passed) process.exitCode = 1
  }
  return rows
}

async function findPlant(name: string, first: number, last: number, size: Size): Promise<string> {
  const { browsers, nodes, seconds } = size
  const args = Object.entries({ seeds: `${first}..${last}`, plant: name, browsers, nodes, seconds })
  const child = simulateApart(args.map(([key, value]) => `--${key}=${value}`))
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const seed = /^seed (\d+): failed/m.exec(printed)?.[1]
  const [, problem = ''] = /^ {2}(\S.*)$/m.exec(printed) ?? []
  if (!seed) return `not in ${last - first + 1} seeds`
  const seeds = Number(seed) - first + 1
  return `after ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}: ${problem.slice(0, 110)}`
}
