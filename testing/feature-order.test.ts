/** Proves the check of the order of features with planted violations. */
import { describe, expect, test } from 'vitest'
import { EXCEPTIONS, LAYERS, ORDER, orderErrors, type Source } from './feature-order.ts'

const order = ['lib', 'goals', 'logs']
const because = 'a test needs it'
const errorsOf = (sources: Source[], exceptions = [] as typeof EXCEPTIONS) =>
  orderErrors(sources, { order, exceptions })
const plant = (path: string, imported: string): Source => ({ path, code: `import { x } from '${imported}'\n` })

const against = 'server/goals/goals.ts imports server/logs/logs.ts: goals stands before logs in the order of features'

describe('an import against the order is reported', () => {
  test.each([
    "import { x } from '../logs/logs.ts'",
    "import {\n  x\n} from '../logs/logs.ts'",
    "import type { X } from '../logs/logs.ts'",
    "import '../logs/logs.ts'",
    "export { x } from '../logs/logs.ts'",
    "export const load = () => import('../logs/logs.ts')"
  ])('%s', code => {
    expect(errorsOf([{ path: 'server/goals/goals.ts', code }])).toEqual([against])
  })

  test('from a folder inside a feature', () => {
    expect(errorsOf([plant('client/goals/form/Form.tsx', '../../logs/Log.tsx')])).toEqual([
      'client/goals/form/Form.tsx imports client/logs/Log.tsx: goals stands before logs in the order of features'
    ])
  })
})

test.each([
  ['what stands before', plant('server/logs/logs.ts', '../goals/goals.ts')],
  ['its own files', plant('server/goals/goals.ts', './queries.ts')],
  ['another layer', plant('server/goals/goals.ts', '../../domain/logs/log.ts')],
  ['the top of its layer', plant('server/goals/goals.ts', '../dependencies.ts')],
  ['a package', plant('server/goals/goals.ts', 'fastify')],
  ['anything, in a test', plant('server/goals/goals.test.ts', '../logs/logs.ts')],
  ['anything, at the top of a layer', plant('server/app.ts', './logs/routes.ts')]
])('a file may import %s', (_, source) => {
  expect(errorsOf([source])).toEqual([])
})

test('a folder that the order does not name is reported', () => {
  expect(errorsOf([plant('server/series/series.ts', '../goals/goals.ts')])).toEqual([
    'server/series: this folder is missing in the order of features'
  ])
})

test('an exception allows its import, and is reported once nothing needs it', () => {
  const exceptions = [{ layer: 'server', from: 'goals', to: 'logs', because }]
  expect(errorsOf([plant('server/goals/goals.ts', '../logs/logs.ts')], exceptions)).toEqual([])
  expect(errorsOf([plant('domain/goals/goal.ts', '../logs/log.ts')], exceptions)).toEqual([
    'domain/goals/goal.ts imports domain/logs/log.ts: goals stands before logs in the order of features',
    'server: goals no longer imports logs, so remove the exception'
  ])
})

test('the order names each feature once and has few exceptions, each with its reason', () => {
  expect(new Set(ORDER).size).toBe(ORDER.length)
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(8)
  for (const { layer, from, to, because: reason } of EXCEPTIONS) {
    expect(LAYERS).toContain(layer)
    expect(ORDER).toEqual(expect.arrayContaining([from, to]))
    expect(reason).not.toBe('')
  }
})
