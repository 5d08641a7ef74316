/** Reads a plan from a file. Every item gets a new uuid. */
import * as z from 'zod/mini'
import { uuidsIn, withNewUuids } from '../activities/copy-plan.ts'
import { checkAlerts, checkParts, checkPlan } from '../activities/parts-check.ts'
import { partGroup, taskGroup } from '../activities/plan.ts'
import { inPlaces } from '../activities/plan-edit.ts'
import { LONGEST_PLAN, planLimits } from '../activities/plan-limits.ts'
import { own } from '../lib/own.ts'
import { type Described, isObject, PLAN_FORMAT, planFile } from './plan-file.ts'

export type PlanFileReading = { ok: true; file: Described } | { ok: false; problems: string[] }

const MOST_PROBLEMS = 20

/**
 * Reads the text of a file. Every item gets a new uuid, and parts stay attached to their goals.
 * @param uuid returns a new uuid
 * @returns the plan, or one sentence for each thing that cannot be read
 */
export function readPlanFile(fileText: string, uuid: () => string): PlanFileReading {
  if (fileText.length > LONGEST_PLAN)
    return refused(['This file is too large. A plan has at most 1,000,000 characters.'])
  let sent: unknown
  try {
    sent = JSON.parse(fileText)
  } catch {
    return refused(['This isn’t a file with a plan: it isn’t JSON.'])
  }
  if (!isObject(sent) || typeof sent.format !== 'string') {
    return refused([`This isn’t a file with a plan: its “format” should be “${PLAN_FORMAT}”.`])
  }
  if (sent.format !== PLAN_FORMAT) {
    return refused([`This file has another format or version. We read “${PLAN_FORMAT}”.`])
  }
  const whole = withUuids(sent, uuid)
  const { data, error } = z.safeParse(planFile, whole)
  if (!data) return refused(error.issues.map(({ path, message }) => sentence(path, message)))
  const unknown = unknownKeys(whole, data)
  if (unknown.length > 0) return refused(unknown.map(path => sentence(path, 'We don’t know this field.')))
  return checked(data, uuid)
}

function checked(data: z.output<typeof planFile>, uuid: () => string): PlanFileReading {
  const { format: _, title, content, duration } = data
  const filled = z.parse(z.object({ parts: z.array(partGroup), tasks: z.array(taskGroup) }), data)
  const plan = inPlaces({ ...filled, timers: data.timers })
  const fields = {
    ...planLimits(plan),
    ...checkAlerts(plan.parts),
    ...checkPlan(plan),
    ...checkParts(plan, null).fields
  }
  const problems = Object.entries(fields).map(([path, message]) => sentence(path.split('.'), message))
  if (problems.length > 0) return refused(problems)
  const fresh = uuidsIn(plan).map(() => uuid())
  return { ok: true, file: { title, content, duration, ...withNewUuids(plan, fresh) } }
}

function refused(all: string[]): PlanFileReading {
  const left = all.length - MOST_PROBLEMS
  const more = left > 0 ? [`And ${left} more.`] : []
  return { ok: false, problems: [...all.slice(0, MOST_PROBLEMS), ...more] }
}

const LISTS = new Map([
  ['parts', 'part'],
  ['tasks', 'group of goals'],
  ['timers', 'timer'],
  ['nested', 'timer inside'],
  ['list', 'item'],
  ['quick_log_buttons', 'button'],
  ['alerts', 'alert'],
  ['task_uuids', 'goal attached']
])

/** Names the place in words: "Group 1, part 3, duration: Enter whole seconds." */
function sentence(path: readonly PropertyKey[], message: string): string {
  const words: string[] = []
  for (const [at, key] of path.entries()) {
    if (!/^\d+$/.test(String(path[at + 1] ?? '')) && !/^\d+$/.test(String(key))) words.push(String(key))
    if (!/^\d+$/.test(String(key))) continue
    const list = String(path[at - 1])
    const name = list === 'parts' ? (at === 1 ? 'group' : path[0] === 'tasks' ? 'goal' : 'part') : LISTS.get(list)
    words.push(`${name ?? list} ${Number(key) + 1}`)
  }
  const place = words.join(', ')
  const said = message.startsWith('Invalid input') ? 'This can’t be read.' : message
  return place === '' ? said : `${place.slice(0, 1).toUpperCase()}${place.slice(1)}: ${said}`
}

const WITH_UUID = ['parts', 'tasks', 'timers', 'list', 'quick_log_buttons']

/** Returns the value with a uuid for each item that has none. */
function withUuids(value: Record<string, unknown>, uuid: () => string): Record<string, unknown> {
  const filled = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (!WITH_UUID.includes(key) || !Array.isArray(inner)) return [key, inner]
    return [key, inner.map(one => (isObject(one) ? withUuids({ uuid: uuid(), ...one }, uuid) : one))]
  })
  return Object.fromEntries(filled)
}

/** Returns the paths of keys that reading has dropped. */
function unknownKeys(sent: unknown, read: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (Array.isArray(sent)) {
    return sent.flatMap((one, at) => unknownKeys(one, Array.isArray(read) ? read[at] : undefined, [...path, at]))
  }
  if (!isObject(sent) || !isObject(read)) return []
  return Object.keys(sent).flatMap(key =>
    Object.hasOwn(read, key) ? unknownKeys(own(sent, key), own(read, key), [...path, key]) : [[...path, key]]
  )
}
