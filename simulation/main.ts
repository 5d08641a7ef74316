/** `npm run simulate` simulates huts from their seeds. README.md explains its arguments. */
import '../server/lib/quick-drizzle.ts'
import './lib/quick-hash.ts'
import { parseArgs } from 'node:util'
import { showsHelp } from '../scripts/lib/usage.mjs'
import { PLANTS, plant } from './lib/plants.ts'
import { findPlants } from './plants.ts'

showsHelp(
  'npm run simulate [-- --seed N | --seeds A..B] [--browsers N] [--seconds N] [--plant NAME | --plants]',
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
    plants: { type: 'boolean', default: false }
  }
})
const [first = 1, last = first] = (values.seed ?? values.seeds).split('..').map(Number)
const size = { browsers: Number(values.browsers), nodes: Number(values.nodes), seconds: Number(values.seconds) }

if (values.plants) {
  await findPlants(first, last, size)
} else {
  if (values.plant) plant(values.plant)
  // A planted bug must be there before the product's code is loaded.
  const { simulateSeeds } = await import('./seeds.ts')
  const failed = await simulateSeeds(first, last, size, values.plant !== undefined)
  process.exit(failed > 0 ? 1 : 0)
}
