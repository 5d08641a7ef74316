/** Runs a TypeScript file with Node 24: `node scripts/run.mjs bench/main.ts [arguments]`. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'

install()
become('node', process.argv.slice(2))
