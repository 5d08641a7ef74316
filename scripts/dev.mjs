/** npm run dev: the server restarts when its sources change, the page is reloaded by Vite inside it; demo people. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'

install()
// By folder: everything that is imported would include Vite's own files, which it writes at each start.
become('node', ['--watch-path=server', '--watch-path=domain', 'server/main.ts'], { NODE_ENV: 'development', DEMO: '1' })
