/** The schema of plan files, tried with a validator that knows nothing of the product. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WHOLE_PLAN } from '../../domain/plans/example-file.ts'
import { planFileText } from '../../domain/plans/plan-file.ts'
import { planSchema } from '../../domain/plans/plan-schema.ts'
import { readPlanFile } from '../../domain/plans/read-plan-file.ts'
import { openWorld } from '../../testing/world.ts'

const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const isValid = ajv.compile(planSchema())

test('an independent validator accepts each export', () => {
  expect(isValid(JSON.parse(planFileText(WHOLE_PLAN))) || isValid.errors).toBe(true)
  expect(isValid({ format: 'challenge-hut.plan/1', parts: [{ parts: [{ title: 'By hand', duration: 60 }] }] })).toBe(
    true
  )
})

test('a file that the validator refuses is refused with a sentence, and what we read it accepts', () => {
  const values = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.boolean(), fc.constant([]), fc.constant({}))
  const places = fc.constantFrom(...keysOf(JSON.parse(planFileText(WHOLE_PLAN))))
  fc.assert(
    fc.property(places, values, (path, value) => {
      const file = JSON.parse(planFileText(WHOLE_PLAN))
      put(file, path, value)
      const reading = readPlanFile(JSON.stringify(file), randomUUID)
      if (reading.ok) expect(isValid(file) || isValid.errors).toBe(true)
      else expect(reading.problems.every(problem => /^[^a-z].*\.$/s.test(problem))).toBe(true)
    }),
    { numRuns: 300 }
  )
})

function keysOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  const inner = entries.flatMap(([key, one]) => keysOf(one, [...path, key]))
  return path.length > 0 ? [path, ...inner] : inner
}

function put(file: unknown, path: readonly (string | number)[], value: unknown): void {
  let owner = file as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>
  owner[path.at(-1) ?? ''] = value
}

test('docs have the schema', () => {
  const copy = readFileSync(new URL('../../docs/plan-1.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(copy)).toEqual(planSchema())
})

test('the schema has an address', async () => {
  const world = await openWorld()
  const { statusCode, body } = await world.visitor.request({ url: '/schemas/plan-1.json' })
  expect([statusCode, JSON.parse(body)]).toEqual([200, planSchema()])
  await world.close()
})
