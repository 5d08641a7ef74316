import type { Part } from '../../../domain/activities/plan.ts'
import { roundsOf } from '../../../domain/activities/schedule.ts'
import type { Timer } from '../../../domain/goals/fields.ts'
import { intervalOf } from '../../../domain/goals/timers.ts'

/** "8 × (60 s run, 90 s walk)"; empty for a part without interval timers. */
export function intervalText(owner: Pick<Part, 'timers' | 'sets' | 'is_interval'>): string {
  if (!owner.is_interval || intervalOf(owner).duration === 0) return ''
  const inner = owner.timers.map(timerText).filter(Boolean)
  return times(owner.sets, inner)
}

/** The text after the length of a part: " each", or " each, 3 rounds"; empty when people take no turns. */
export function turnsText(part: Pick<Part, 'per_participant' | 'is_interval' | 'sets'>): string {
  if (part.per_participant !== 1) return ''
  const rounds = roundsOf(part)
  return rounds > 1 ? ` each, ${rounds} rounds` : ' each'
}

/** Describes one timer of an activity or goal in the same style. */
export function timerText(timer: Timer): string {
  if (!timer.is_interval || timer.nested.length === 0) return once(timer)
  return times(timer.sets, timer.nested.map(once).filter(Boolean))
}

function once({ duration, title }: { duration: number; title: string }): string {
  if (duration === 0) return ''
  const name = title.trim()
  return name ? `${seconds(duration)} ${lowerFirst(name)}` : seconds(duration)
}

/** Lengths below two minutes read in seconds. */
function seconds(duration: number): string {
  if (duration < 120 || duration % 60 !== 0)
    return duration < 600 ? `${duration} s` : `${Math.round(duration / 60)} min`
  return `${duration / 60} min`
}

function times(sets: number, inner: readonly string[]): string {
  if (inner.length === 0) return ''
  const list = inner.join(', ')
  if (sets === 1) return list
  // A single interval inside already has its own brackets.
  return inner.length === 1 && list.includes('×') ? `${sets} × ${list}` : `${sets} × (${list})`
}

function lowerFirst(name: string): string {
  // "A" and names in capitals stay as they are.
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
