import type { SeedActivity } from './plan-builder.ts'

export function planColumns(activity: SeedActivity, termIds: Map<string, number>) {
  return {
    content: activity.content,
    plan: activity.plan,
    duration: activity.duration,
    participant_limit: activity.participant_limit,
    difficulty: activity.difficulty,
    term_id: termIds.get(activity.category) ?? null
  }
}
