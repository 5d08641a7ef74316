import type { logs } from '../db/schema.ts'

export type LogRow = typeof logs.$inferSelect
export type NewLog = typeof logs.$inferInsert

/** A log with the names that its answer shows. */
export interface LogWithNames {
  log: LogRow
  username: string
  goal: { id: number; title: string; action: string; unit: string } | null
}
