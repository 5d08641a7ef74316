/**
 * Plans as files: JSON of the format `challenge-hut.plan/1`, which `plan-schema.ts` describes as a JSON Schema.
 *
 * The rule that surprises: a file has no dates and no facts of a run, and leaves out what is as usual. A uuid stands
 * only where a part names a goal, so that people can write files by hand.
 *
 * Units: seconds and miles, as in the API.
 */
import * as z from 'zod/mini'
import { type Part, type Plan, part, partFields, partGroup, task, taskGroup } from '../activities/plan.ts'
import { clearPlan } from '../activities/schedule.ts'
import { listItem, quickLogButton, timer } from '../goals/fields.ts'
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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
