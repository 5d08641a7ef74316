/** npm run dev: the server restarts when its sources change, Vite reloads the page, and there are demo people. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'
import { takesNothing } from './lib/usage.mjs'

takesNothing(
  'npm run dev',
  'Starts the server with demo people, and again when its sources change. The page reloads by itself.'
)

install()
// Watches folders: watching all imports would include Vite's own files, which it writes at each start.
become('node', ['--watch-path=server', '--watch-path=domain', '--watch-path=sandbox', 'server/main.ts'], {
  NODE_ENV: 'development',
  DEMO: '1'
})
