/**
 * How a plan is stored: with the version of its shape. Everything that reads or writes a stored plan goes through here,
 * so that the shape of a plan can change without touching the rooms and activities that hold an older one.
 *
 * A change of the shape adds the function that upgrades the version before it. A plan of the current version has been
 * checked by the contracts before it was stored, so only its frame is checked when it is read, which takes a
 * microsecond. An older one is upgraded and then parsed in full; it is stored anew with the next change of its row.
 */
import * as z from 'zod/mini'
import { type Plan, plan } from './plan.ts'

/** Takes a plan of one version and returns it as the next version has it. */
type Upgrade = (stored: Record<string, unknown>) => Record<string, unknown>

/** The first entry upgrades version 1 to 2, and so on. */
const UPGRADES: readonly Upgrade[] = []

export type StoredPlan = Plan & { version: number }

/** What is stored is not a plan, or one of a version that this program does not know. @internal */
export class StoredPlanError extends Error {
  override name = 'StoredPlanError'
}

/** The plan with the current version of its shape, for storing. */
export function writePlan({ parts, tasks, timers }: Plan, upgrades = UPGRADES): StoredPlan {
  return { version: upgrades.length + 1, parts, tasks, timers }
}

/**
 * The plan in its current shape.
 * @param stored what `writePlan` of this or an earlier version returned
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
  // What was stored once may be longer than people may write today: a limit is no reason to lose a room.
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
