/** `npm run simulate` simulates huts from their seeds. README.md explains its arguments. */
import '../server/lib/quick-drizzle.ts'
import './lib/quick-hash.ts'
import { parseArgs } from 'node:util'
import { showsHelp } from '../scripts/lib/usage.mjs'
import { storeEvidence } from '../testing/evidence.ts'
import { PLANTS, plant } from './lib/plants.ts'
import { MOST_SEEDS, type Simulated, simulateParts } from './parts.ts'
import { findPlants } from './plants.ts'

showsHelp(
  'npm run simulate [-- --seed N | --seeds A..B] [--browsers N] [--seconds N] [--plant NAME | --plants] [--evidence]',
  `Simulates three nodes and twenty browsers from each seed, and prints what failed and the end of its trace.
--plant plants a bug and stops at the first seed that finds it; --plants does so with all of: ${Object.keys(PLANTS).join(' ')}.`
)
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1..1000' },
    browsers: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false }
  }
})
const [first = 1, last = first] = (values.seed ?? values.seeds).split('..').map(Number)
const size = { browsers: Number(values.browsers), nodes: Number(values.nodes), seconds: Number(values.seconds) }

async function simulated(): Promise<Simulated> {
  const stops = values.plant !== undefined
  if (last - first >= MOST_SEEDS) {
    const sizes = Object.entries(size).map(([name, value]) => `--${name}=${value}`)
    return simulateParts(first, last, values.plant ? [...sizes, `--plant=${values.plant}`] : sizes, stops)
  }
  if (values.plant) plant(values.plant)
  // A planted bug must be there before the product's code is loaded.
  const { simulateSeeds } = await import('./seeds.ts')
  return simulateSeeds(first, last, size, stops)
}

const repeatedBy = `seeds ${first} to ${last}, ${size.browsers} browsers, ${size.nodes} nodes, ${size.seconds} s`

if (values.plants) {
  const rows = await findPlants(first, last, size)
  if (values.evidence) storeEvidence('npm run simulate -- --plants', { repeatedBy, rows })
} else {
  const { seeds, failed, steps, acknowledged } = await simulated()
  if (values.evidence) {
    const figure = (what: string, measured: string) => ({ what, measured, goal: '', passed: null })
    const rows = [
      figure('steps', steps.toLocaleString('en')),
      figure('acknowledged writes', acknowledged.toLocaleString('en')),
      {
        what: 'seeds that broke an invariant',
        measured: `${failed.length} of ${seeds}${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
        goal: '0',
        passed: failed.length === 0
      }
    ]
    storeEvidence('npm run simulate', { repeatedBy, rows })
  }
  process.exit(failed.length > 0 ? 1 : 0)
}
