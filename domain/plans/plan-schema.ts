/** The JSON Schema of plan files, for editors and other programs. docs/plan-1.schema.json is a copy. */
import * as z from 'zod/mini'
import { PLAN_FORMAT, planFile } from './plan-file.ts'

type Schema = Record<string, unknown>

/** Returns the schema of `challenge-hut.plan/1` (draft 2020-12). */
export function planSchema(): Schema {
  const { $schema, ...schema } = closed(z.toJSONSchema(planFile, { io: 'input', unrepresentable: 'any' })) as Schema
  return {
    $schema,
    $id: 'urn:challenge-hut:plan:1',
    title: PLAN_FORMAT,
    description: 'A plan of timed parts and goals. Durations are whole seconds, distances miles, and texts HTML.',
    ...schema
  }
}

/** Forbids unknown fields, and makes uuids optional, because reading a file fills them in. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  if (inner.type !== 'object' || !('properties' in inner)) return inner
  const required = Array.isArray(inner.required) ? inner.required.filter(key => key !== 'uuid') : []
  const { required: _, ...rest } = inner
  return { ...rest, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}
