/**
 * Reads and writes stored plans. A stored plan holds the version of its shape, so that the shape can change without a
 * migration of stored sessions and activities.
 *
 * A change of the shape adds one upgrade function. The contracts checked a plan of the current version before it was
 * stored, so `readPlan` checks only its outline, which takes a microsecond. It upgrades an older plan and then parses
 * it in full. The row keeps the old version until its next change.
 */
import * as z from 'zod/mini'
import { type Plan, plan } from './plan.ts'

/** Converts a stored plan to the next version. */
type Upgrade = (stored: Record<string, unknown>) => Record<string, unknown>

/** The first entry upgrades version 1 to 2, and so on. */
const UPGRADES: readonly Upgrade[] = []

export type StoredPlan = Plan & { version: number }

/** Thrown for a stored value that is not a plan, or has an unknown version. @internal */
export class StoredPlanError extends Error {
  override name = 'StoredPlanError'
}

/** Returns the plan with the current version, ready to be stored. */
export function writePlan({ parts, tasks, timers }: Plan, upgrades = UPGRADES): StoredPlan {
  return { version: upgrades.length + 1, parts, tasks, timers }
}

/**
 * Returns a stored plan in the current shape.
 * @param stored a value that this or an earlier version of `writePlan` returned
 * @throws StoredPlanError
 */
export function readPlan(stored: unknown, upgrades = UPGRADES): Plan {
  if (!isObject(stored)) throw new StoredPlanError('A stored plan must be an object.')
  const { version, ...fields } = stored
  const current = upgrades.length + 1
  if (version === current) {
    if (hasFrame(fields)) return fields
    throw new StoredPlanError('A stored plan must have groups of parts, groups of goals and timers.')
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > current) {
    throw new StoredPlanError(`A stored plan of version ${version} cannot be read.`)
  }
  return parse(upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), fields))
}

function parse(value: unknown): Plan {
  const { data, error } = z.safeParse(plan, value)
  if (data) return data
  // An old plan may exceed today's limits of length. Accept it, else its session could not be opened.
  const broken = error.issues.find(({ code }) => code !== 'too_big')
  if (!broken && isObject(value) && hasFrame(value)) return value
  throw new StoredPlanError(`A stored plan is not a plan after its upgrade: ${broken?.path.join('.')}`)
}

function hasFrame(value: Record<string, unknown>): value is Plan {
  const { parts, tasks, timers } = value
  return isGroups(parts) && isGroups(tasks) && Array.isArray(timers)
}

function isGroups(value: unknown): boolean {
  return Array.isArray(value) && value.every(group => isObject(group) && Array.isArray(group.parts))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
