/** The words and the ring of a goal to stay below (D-153). */
import { weekdayName } from '../days/streak.ts'
import { type Calendar, dayOf, weekdayOf } from '../lib/day.ts'
import { plural } from '../lib/duration.ts'
import { numberText } from '../lib/numbers.ts'
import type { Contribution } from '../logs/log.ts'
import type { Goal } from './api.ts'
import { GoalStatus } from './goal.ts'
import { cleanOn, isLimited } from './limit.ts'
import type { Measure } from './measures.ts'

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

/** Returns what the card of a goal to stay below says. */
export function limitWords(goal: Goal, measure: Measure, { now, calendar, pending }: At): LimitWords {
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
