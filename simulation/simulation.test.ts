/** Small huts in each run of the tests. `npm run simulate` has larger ones, and thousands of them. */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { runProgram } from '../testing/servers/program.ts'
import { PLANTS } from './lib/plants.ts'

const SMALL = ['--browsers=3', '--seconds=6']

/** Simulates seeds in a process of their own, because that replaces timers and random numbers. */
async function simulated(args: string[]): Promise<{ code: number; printed: string }> {
  return runProgram('simulation/main.ts', { SIMULATION_POSTGRES: JSON.stringify(inject('postgres')) }, [
    ...SMALL,
    ...args
  ])
}

test('fifty simulated huts lose nothing, double nothing and agree', {
  tags: ['D-105', 'TOK-14'],
  // For a run that hangs: on a busy machine a seed takes ten seconds.
  timeout: 1_200_000
}, async () => {
  const halves = await Promise.all(['1..25', '26..50'].map(seeds => simulated([`--seeds=${seeds}`])))
  for (const { code, printed } of halves) {
    expect(printed).toContain('25 of 25 seeds are good.')
    expect(code).toBe(0)
  }
  // Enough happened for the test to prove something.
  const writes = halves.flatMap(({ printed }) =>
    [...printed.matchAll(/(\d+) writes/g)].map(([, count]) => Number(count))
  )
  expect(writes.reduce((all, count) => all + count, 0)).toBeGreaterThan(60)
})

test('a seed repeats everything in its order', { timeout: 600_000 }, async () => {
  const [one, other] = await Promise.all([simulated(['--seed=7']), simulated(['--seed=7'])])
  expect(one.printed).toMatch(/trace [0-9a-f]{16}/)
  expect(other.printed).toBe(one.printed)
})

test('each planted bug has its place in the code', () => {
  const lost = Object.entries(PLANTS).filter(([, { file, from }]) => !readFileSync(file, 'utf8').includes(from))
  expect(lost.map(([name]) => name)).toEqual([])
})

test.each(['early-response', 'double-charge'])(
  'the planted bug %s is found',
  {
    timeout: 600_000
  },
  async name => {
    expect(Object.keys(PLANTS)).toContain(name)
    const { code, printed } = await simulated([`--plant=${name}`, '--seeds=1..10'])
    expect(printed).toMatch(/^seed \d+: failed/m)
    expect(code).toBe(1)
  }
)
