/** The rows of an export of another hut that a restore takes over, with their checks. */
import * as z from 'zod/mini'
import { ownGoalFields } from '../goals/fields.ts'
import { checkPeriod, GoalStatus } from '../goals/goal.ts'
import { checkLimit } from '../goals/limit.ts'
import { day } from '../lib/day-fields.ts'
import { date, quantity, seconds, text } from '../lib/fields.ts'
import { type LogState, LogStatus } from '../logs/log.ts'
import { noteTexts } from '../notes/fields.ts'
import { checkNote } from '../notes/note.ts'
import { goalTimesFields } from '../reminders/fields.ts'
import type { Moved } from './moving.ts'

const nullable = z.nullable
const at = { created_at: date }

const goal = z.object({
  id: z.int(),
  ...ownGoalFields,
  status: z.enum(GoalStatus),
  pauses: z._default(z.array(z.object({ from: day, until: nullable(day) })), []),
  completed_at: z._default(nullable(date), null),
  /** From the section of reminders. */
  reminder: z._default(nullable(z.object(goalTimesFields)), null),
  ...at
})
export type MovedGoal = z.output<typeof goal>

const log = z.object({
  id: z.int(),
  goal_id: z._default(nullable(z.int()), null),
  title: z._default(text(255), ''),
  content: z._default(text(10_000), ''),
  action: z._default(text(100), ''),
  unit: z._default(text(50), ''),
  amount: z._default(nullable(quantity()), null),
  distance: z._default(nullable(quantity()), null),
  duration: z._default(nullable(seconds()), null),
  status: z.enum(LogStatus),
  elapsed_duration: quantity(),
  started_at: z._default(nullable(date), null),
  ended_at: z._default(nullable(date), null),
  ql_button_uuid: z._default(nullable(text(36)), null),
  day,
  ...at
})
export type MovedLog = z.output<typeof log>

const note = z.object({ id: z.int(), goal_id: z._default(nullable(z.int()), null), ...noteTexts, ...at })
export type MovedNote = z.output<typeof note>

interface MovedRows {
  goals: MovedGoal
  logs: MovedLog
  notes: MovedNote
}

const FIELDS = { goals: Object.keys(goal.shape), logs: Object.keys(log.shape), notes: Object.keys(note.shape) }
const SHAPES: { [Section in Moved]: z.ZodMiniType<MovedRows[Section]> } = { goals: goal, logs: log, notes: note }

/** The fields of a row that a restore needs. Empty ones are left out, so that a year of logs stays small on its way. */
export function neededOf(section: Moved, row: object): Record<string, unknown> {
  const needed = new Set(FIELDS[section])
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => needed.has(name) && value !== null && value !== '')
  )
}

/**
 * Reads a row of an export.
 * @param now in ms since 1970
 * @returns the row, or the reason why it can't be restored
 */
export function readMoved<Section extends Moved>(
  section: Section,
  row: unknown,
  now: number
): { row: MovedRows[Section] } | { reason: string } {
  const read = SHAPES[section].safeParse(row)
  if (!read.success) {
    const [issue] = read.error.issues
    return { reason: `${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'It can’t be read.'}` }
  }
  const [wrong] = Object.values(problemsOf(read.data, now))
  return wrong ? { reason: wrong } : { row: read.data }
}

function problemsOf(row: MovedGoal | MovedLog | MovedNote, now: number): Record<string, string> {
  if (Date.parse(row.created_at) > now) return { created_at: 'Its date is in the future.' }
  if ('pauses' in row) return { ...checkPeriod(row), ...checkLimit(row) }
  if (!('day' in row)) return checkNote(row)
  if (row.started_at === null) return { started_at: 'It was never started.' }
  return Date.parse(row.started_at) > now ? { started_at: 'Its time is in the future.' } : {}
}

/** The state of a restored log. It stays the same, but a timer that ran or was paused in the other hut is over. */
export function movedState({ amount, distance, duration, elapsed_duration, ...log }: MovedLog): LogState {
  const { status, started_at, ended_at } = log
  const measures = { amount, distance, duration, elapsed_duration, paused_at: null }
  const isOver = status === LogStatus.Done || status === LogStatus.Stopped || !duration
  if (isOver || started_at === null) return { ...measures, status, started_at, ended_at }
  const end = new Date(Date.parse(started_at) + elapsed_duration * 1000).toISOString()
  return { ...measures, status: LogStatus.Done, started_at, ended_at: end }
}
