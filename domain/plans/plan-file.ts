/**
 * Plans as files: JSON of the format `challenge-hut.plan/1`, which `plan-schema.ts` describes as a JSON Schema.
 *
 * The rule that surprises: a file has no dates and no facts of a run, and leaves out what is as usual. A uuid stands
 * only where a part names a goal. So people can write files by hand, and reading gives every item a new uuid.
 *
 * Units: seconds and miles, as in the API.
 */
import * as z from 'zod/mini'
import { uuidsIn, withNewUuids } from '../activities/copy-plan.ts'
import { checkAlerts, checkParts, checkPlan } from '../activities/parts-check.ts'
import { type Part, type Plan, part, partFields, partGroup, task, taskGroup } from '../activities/plan.ts'
import { inPlaces } from '../activities/plan-edit.ts'
import { LONGEST_PLAN, planLimits } from '../activities/plan-limits.ts'
import { clearPlan } from '../activities/schedule.ts'
import { listItem, quickLogButton, timer } from '../goals/goal.ts'
import { seconds, text } from '../lib/fields.ts'
import { own } from '../lib/own.ts'
import { inOrder } from './outline.ts'

export const PLAN_FORMAT = 'challenge-hut.plan/1'

/** Fields that a plan has only while a session runs, or once it has dates. */
const OF_A_RUN = {
  order: true,
  started_at: true,
  ended_at: true,
  paused_at: true,
  pinned: true,
  completed_at: true,
  revision: true,
  extra: true,
  skipped: true,
  turns: true
} as const

const filePart = z.omit(partFields, OF_A_RUN)
const fileTask = z.omit(task, { order: true, started_at: true, ended_at: true })
const fileGroup = z.extend(partGroup, {
  parts: z._default(z.array(filePart).check(z.maxLength(500, 'Use at most 500 parts.')), [])
})
const fileGoals = z.extend(taskGroup, {
  parts: z._default(z.array(fileTask).check(z.maxLength(500, 'Use at most 500 goals.')), [])
})

export const planFile = z.object({
  format: z.literal(PLAN_FORMAT),
  title: z._default(text(255), ''),
  /** Rich text as HTML. */
  content: z._default(text(50_000), ''),
  /** Seconds of a session. 0: the length of the plan. */
  duration: z._default(seconds(), 0),
  parts: z._default(z.array(fileGroup).check(z.maxLength(50, 'Use at most 50 groups of parts.')), []),
  tasks: z._default(z.array(fileGoals).check(z.maxLength(50, 'Use at most 50 groups of goals.')), []),
  timers: z._default(z.array(timer).check(z.maxLength(50, 'Use at most 50 timers.')), [])
})

/** What a file says: a plan with its title and description. */
export interface Described extends Plan {
  title: string
  content: string
  duration: number
}

/** Returns the text of a file with the plan. */
export function planFileText({ title, content, duration, ...plan }: Described): string {
  const cleared = clearPlan(plan)
  const named = new Set(cleared.parts.flatMap(group => group.parts.flatMap(one => one.task_uuids)))
  const isNamed = (value: unknown): boolean => named.has(String(value))
  const parts = cleared.parts.map(group => ({ ...group, parts: inOrder(group.parts).map(withoutRun) }))
  const tasks = cleared.tasks.map(group => ({
    ...group,
    parts: inOrder(group.parts).map(({ order: _, started_at: __, ended_at: ___, ...goal }) => goal)
  }))
  const file = shortened({ title, content, duration, parts, tasks, timers: cleared.timers }, isNamed)
  return `${JSON.stringify({ format: PLAN_FORMAT, ...file }, null, 2)}\n`
}

function withoutRun(one: Part) {
  const { order: _, started_at: __, ended_at: ___, paused_at, pinned, completed_at, revision, ...rest } = one
  const { extra, skipped, turns, ...planned } = rest
  return planned
}

const ANY = '00000000-0000-4000-8000-000000000000'
/** The usual value of each field, by the list that an item is in. */
const USUAL = new Map<string, Record<string, unknown>>([
  ['', { title: '', content: '', duration: 0, parts: [], tasks: [], timers: [] }],
  ['parts', z.parse(partGroup, { uuid: ANY })],
  ['parts.parts', z.parse(part, { uuid: ANY })],
  ['tasks', z.parse(taskGroup, { uuid: ANY })],
  ['tasks.parts', z.parse(task, { uuid: ANY, title: 'any' })],
  ['timers', z.parse(timer, { uuid: ANY })],
  ['list', z.parse(listItem, { uuid: ANY, title: 'any' })],
  ['quick_log_buttons', z.parse(quickLogButton, { uuid: ANY })]
])

/** Leaves out fields with their usual values, and uuids that nothing names. */
function shortened(
  item: Record<string, unknown>,
  isNamed: (uuid: unknown) => boolean,
  path = ''
): Record<string, unknown> {
  const usual = usualOf(path) ?? {}
  const kept = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'uuid') return isNamed(value) ? [[key, value]] : []
    if (JSON.stringify(value) === JSON.stringify(own(usual, key)) && !(key === 'title' && isRequired(path))) return []
    if (!Array.isArray(value)) return [[key, value]]
    const inside = path === '' ? key : `${path}.${key}`
    return [[key, value.map(one => (isObject(one) ? shortened(one, isNamed, inside) : one))]]
  })
  return Object.fromEntries(kept)
}

function usualOf(path: string): Record<string, unknown> | undefined {
  return USUAL.get(path) ?? USUAL.get(path.split('.').at(-1) ?? '')
}

/** Goals and items of checklists need a title. */
function isRequired(path: string): boolean {
  return path === 'tasks.parts' || path.endsWith('.list')
}

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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
