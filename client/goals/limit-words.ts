/** The words and the ring of a goal to stay below (D-153). */
import { weekdayName } from '../../domain/days/streak.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { cleanOn, isLimited } from '../../domain/goals/limit.ts'
import type { Measure } from '../../domain/goals/measures.ts'
import { type Calendar, dayOf, UTC, weekdayOf } from '../../domain/lib/day.ts'
import { plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import { useNow } from '../lib/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { usePending } from './goal-presses.ts'

export interface LimitWords {
  /** "2 of 3 coffees left today", or "12 days since you started". */
  lead: string
  more: string
  /** The filled part of the ring. */
  ratio: number
  /** The number in the ring. */
  middle: string
}

interface At {
  now: number
  calendar: Calendar
  pending: Contribution
}

/** What the card of a goal to stay below says; null for a goal to reach. */
export function useLimitWords(goal: Goal, measures: readonly Measure[]): LimitWords | null {
  const at = { now: useNow(), calendar: useUser() ?? UTC, pending: usePending(goal) }
  const [measure] = measures
  return goal.is_limit && measure ? limitWords(goal, measure, at) : null
}

function limitWords(goal: Goal, measure: Measure, { now, calendar, pending }: At): LimitWords {
  const today = dayOf(now, calendar)
  if (goal.clean) {
    const completed = goal.status === GoalStatus.Completed && goal.completed_at
    const day = completed ? dayOf(Date.parse(completed), calendar) : today
    return cleanWords(cleanOn(goal.clean, day, pending.amount + pending.distance + pending.duration > 0))
  }
  const left = measure.left ?? 0
  const ring = { ratio: left, middle: goal.amount ? numberText(Math.round(left * goal.amount * 10) / 10) : '' }
  const { repeats, period, ended_at } = goal
  if (repeats && period && !isLimited(repeats, today)) {
    return { ...ring, lead: 'No limit today', more: `It starts again on ${weekdayName(weekdayOf(period.from))}.` }
  }
  if (repeats) return { ...ring, lead: `${measure.text} ${PERIODS[repeats.every]}`, more: '' }
  const last = ended_at === null ? today : dayOf(Date.parse(ended_at), calendar)
  const isKept = last < today && measure.text.endsWith(' left')
  return { ...ring, lead: measure.text, more: isKept ? 'You stayed within your limit.' : '' }
}

const PERIODS = { day: 'today', week: 'this week', month: 'this month' }

function cleanWords({ days, hasSlipped, best }: ReturnType<typeof cleanOn>): LimitWords {
  const ring = { ratio: days > 0 || !hasSlipped ? 1 : 0, middle: numberText(days) }
  if (days === 0 && !hasSlipped) return { ...ring, lead: 'Your first day', more: '' }
  if (days === 0) {
    const kept = best > 0 ? ` Your best is still ${plural(best, 'day')}.` : ''
    return { ...ring, lead: 'A new count starts today', more: `It happens.${kept}` }
  }
  return {
    ...ring,
    lead: `${plural(days, 'day')} since ${hasSlipped ? 'the last time' : 'you started'}`,
    more: best > days ? `Your best: ${plural(best, 'day')}` : hasSlipped ? 'This is your best so far.' : ''
  }
}
