/** The times of a goal's reminder, in words. */
import { weekdayName } from '../../domain/days/streak.ts'
import type { GoalReminder } from '../../domain/reminders/goal-api.ts'

/** "20:00 every day", "8:00 on weekdays", "18:30 on Mon, Wed". */
export function timesText({ at, weekdays }: Pick<GoalReminder, 'at' | 'weekdays'>): string {
  return `${at.replace(/^0/, '')} ${daysText(weekdays)}`
}

function daysText(weekdays: readonly number[]): string {
  const days = weekdays.join('')
  if (days === '' || days === '1234567') return 'every day'
  if (days === '12345') return 'on weekdays'
  return days === '67' ? 'on weekends' : `on ${weekdays.map(day => weekdayName(day).slice(0, 3)).join(', ')}`
}
