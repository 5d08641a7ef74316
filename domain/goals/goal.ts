/** The states and limits of a goal. `fields.ts` has its fields. */
export const GoalStatus = { Open: 1, Completed: 2 } as const
export type GoalStatus = (typeof GoalStatus)[keyof typeof GoalStatus]

/** Ten years in seconds, the longest total time of a personal goal. A single log is 30 days at most. */
export const LONGEST_GOAL = 3650 * 86_400
export const MAX_SETS = 1000
export const MAX_COMPLETIONS = 100_000

/** Whether the goal is not completed. */
export function isOpenGoal({ status }: { status: GoalStatus }): boolean {
  return status !== GoalStatus.Completed
}

/** Returns an error by field when a goal ends before it begins; else an empty object. */
export function checkPeriod(goal: { started_at: string | null; ended_at: string | null }): { ended_at?: string } {
  const { started_at, ended_at } = goal
  const isBackwards = started_at !== null && ended_at !== null && Date.parse(ended_at) < Date.parse(started_at)
  return isBackwards ? { ended_at: 'A goal can’t end before it starts.' } : {}
}
