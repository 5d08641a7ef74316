/** npm run dev: the server restarts when its sources change, the page is reloaded by Vite inside it; demo people. */
import { install } from './lib/install.mjs'
import { become } from './lib/run.mjs'

install()
become('node', ['--watch', 'server/main.ts'], { NODE_ENV: 'development', DEMO: '1' })
