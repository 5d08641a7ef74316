/** Checks that features import only what stands before them (testing/feature-order.ts). */
import { globSync, readFileSync } from 'node:fs'
import { EXCEPTIONS, LAYERS, ORDER, orderErrors } from '../testing/feature-order.ts'

const sources = globSync(LAYERS.map(layer => `${layer}/*/**/*.{ts,tsx}`)).map(file => ({
  path: file.replaceAll('\\', '/'),
  code: readFileSync(file, 'utf8')
}))
const errors = orderErrors(sources, { order: ORDER, exceptions: EXCEPTIONS })
for (const error of errors) console.log(error)
if (errors.length > 0) console.log('Move the shared part to the lower feature or to a third (docs/decisions/0058).')
process.exitCode = errors.length > 0 ? 1 : 0
