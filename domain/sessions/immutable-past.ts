/**
 * A host cannot change the past of a running session. A part that has begun keeps its place and its start, and also its
 * end once that has passed. The host can change everything ahead, including the length of the current part.
 */
import type { Plan } from '../activities/plan.ts'
import { type Frame, type Run, roundAt } from '../activities/schedule.ts'
import type { Stay } from '../activities/turns.ts'
import { instant } from '../lib/instant.ts'

const HAS_BEGUN = 'This part has started. What’s already happened can’t change.'

/**
 * Returns errors for changes to the past of a running session, by path in the new plan, such as
 * `parts.0.parts.2.started_at`. Empty when the past does not change.
 */
export function changedPast(
  before: Pick<Plan, 'parts'>,
  after: Pick<Plan, 'parts'>,
  startedAt: string,
  now: number,
  people: readonly Stay[] = []
): Record<string, string> {
  const frame: Frame = { startsAt: instant(startedAt), now, people }
  const fields: Record<string, string> = {}
  for (const [g, group] of before.parts.entries()) {
    const begun = roundAt(group, frame).runs.filter(run => run.startsAt !== null && run.startsAt <= now)
    if (begun.length === 0) continue
    const at = after.parts.findIndex(({ uuid }) => uuid === group.uuid)
    const same = after.parts[at]
    if (!same) {
      fields[`parts.${g}`] = HAS_BEGUN
      continue
    }
    const runs = new Map(roundAt(same, frame).runs.map(run => [run.part.uuid, run]))
    for (const run of begun) {
      if (isSamePast(run, runs.get(run.part.uuid), now)) continue
      const index = same.parts.findIndex(({ uuid }) => uuid === run.part.uuid)
      fields[index < 0 ? `parts.${at}` : `parts.${at}.parts.${index}.started_at`] = HAS_BEGUN
    }
  }
  return fields
}

function isSamePast(was: Run, is: Run | undefined, now: number): boolean {
  if (!is || is.set !== was.set || is.startsAt !== was.startsAt) return false
  if (was.endsAt === null || was.endsAt > now) return is.endsAt !== null && is.endsAt > now
  return is.endsAt === was.endsAt
}
