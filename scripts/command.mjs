/** Runs a command for operators, such as `npm run audit`. In a container there is what the server needs, and no more. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'

install({ dev: false })
become('node', ['--import', './server/lib/quick-drizzle.ts', ...process.argv.slice(2)])
