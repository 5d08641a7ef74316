/** npm run check */
import { failedChecks } from './lib/checks.mjs'
import { install } from './lib/install.mjs'
import { takesNothing } from './lib/usage.mjs'

takesNothing('npm run check', 'Checks types, format, lint rules, boundaries, the API document and unused code.')

install()
process.exitCode = (await failedChecks()).length === 0 ? 0 : 1
