/** npm run check */
import { failedChecks } from './lib/checks.mjs'
import { install } from './lib/install.mjs'

install()
process.exitCode = (await failedChecks()).length === 0 ? 0 : 1
