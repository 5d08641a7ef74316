/** The time from `node server/start.mjs` to the line with its address, on the folder of an earlier start. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startProduct, startProgram } from './lib/children.ts'
import { median } from './lib/compare.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const STARTS = 3

export async function start({ folder }: Ground): Promise<Row[]> {
  const settings = { DATA_DIR: join(folder, 'start') }
  const first = await seconds(() => startProduct(settings))
  const times: number[] = []
  for (let round = 0; round < STARTS; round++) times.push(await seconds(() => startProduct(settings)))
  const warm = median(times)
  return [
    {
      what: 'start: warm, with its own database',
      measured: `${warm.toFixed(2)} s (the first, which fills the database, ${first.toFixed(2)} s)`,
      goal: '< 3 s',
      passed: warm < 3
    }
  ]
}

/**
 * The time of `npm start` on a fresh clone of the last commit: it installs, builds, migrates and seeds. Runs only on
 * request.
 */
export async function cold({ folder }: Ground): Promise<Row[]> {
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])
  const time = await seconds(() => startProgram('npm', ['start'], { DATA_DIR: join(folder, 'cold') }, clone))
  return [{ what: 'start: cold, on a fresh clone', measured: `${time.toFixed(1)} s`, goal: '', passed: null }]
}

async function seconds(open: () => ReturnType<typeof startProduct>): Promise<number> {
  const started = performance.now()
  const child = await open()
  const time = (performance.now() - started) / 1000
  await child.stop()
  return time
}
