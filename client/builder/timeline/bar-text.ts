/** Texts about a bar of the timeline that is moved, on screen and for screen readers. */
import type { Plan } from '../../../domain/activities/plan.ts'
import type { Timeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { startText } from './start-text.ts'
import { canStretch, type Grasp } from './timeline-steps.ts'

/** Describes a bar: "Warm up: 6 min. Starts at 5:00. Place 2 of 4. 1 h in all." */
export function barText(timeline: Timeline, plan: Plan, uuid: string, startedAt: string | null): string {
  for (const [at, group] of plan.parts.entries()) {
    const index = group.parts.findIndex(part => part.uuid === uuid)
    const bar = timeline.groups[at]?.bars[index]
    if (!bar || bar.startsAt === null || bar.endsAt === null) continue
    const overlap = timeline.groups[at]?.overlaps.find(one => one.after === uuid)
    return [
      `${partName(group.parts, uuid)}: ${shortDuration(bar.endsAt - bar.startsAt)}`,
      startText(bar, startedAt),
      overlap && `Begins ${shortDuration(overlap.seconds)} before ${partName(group.parts, overlap.before)} ends`,
      group.parts.length > 1 && `Place ${index + 1} of ${group.parts.length}`,
      `${shortDuration(timeline.total)} in all`
    ]
      .filter(Boolean)
      .map(sentence => `${sentence}.`)
      .join(' ')
  }
  return ''
}

/** The reason why a bar cannot be moved. */
export function stuckText(grasp: Grasp, how: 'move' | 'end'): string {
  const { part, group, index, drawn, begunUntil } = grasp
  const name = partName(group.parts, part.uuid)
  const startsAt = drawn.bars[index]?.startsAt ?? null
  if (begunUntil !== null && startsAt !== null && startsAt <= begunUntil) {
    return how === 'end' && !canStretch(grasp) ? `${name} is over.` : `${name} has started, so its start can’t change.`
  }
  if (how === 'end') return `${name} lasts as long as its timers.`
  return group.linked ? `${name} is alone in its group.` : `${name} starts with its group.`
}

export function partName(parts: readonly { uuid: string; title: string }[], uuid: string): string {
  const at = parts.findIndex(part => part.uuid === uuid)
  return parts[at]?.title || `Part ${at + 1}`
}
