/** The keys of the subscriptions. */
export const PLAN_KEYS = ['goals_sub', 'goals_sessions_sub'] as const
export type PlanKey = (typeof PLAN_KEYS)[number]
