/** Runs a command for operators, such as `npm run audit`. A container has only the packages that the server needs. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'

install({ dev: false })
become('node', ['--import', './server/lib/quick-drizzle.ts', ...process.argv.slice(2)])
