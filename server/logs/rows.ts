import type { logs } from '../db/schema.ts'

export type LogRow = typeof logs.$inferSelect
export type NewLog = typeof logs.$inferInsert

/** A log with the names that its answer shows. */
export interface LogWithNames {
  log: LogRow
  username: string
  goal: (Named & { id: number }) | null
  /** The goal of a session's plan that it counts for, as the plan has it now; null where that is a goal of mine. */
  task: Named | null
}

interface Named {
  title: string
  action: string
  unit: string
  completions_required: number | null
}
