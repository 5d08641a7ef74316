/** The days of a person, with their logs and streak. */
import { type MyDays, WEEKS_SHOWN } from '../../domain/days/api.ts'
import { streakOf } from '../../domain/days/streak.ts'
import { addDays, type Calendar, dayOf, startOfWeek } from '../../domain/lib/day.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { getStreakSettings, listActiveDays, listWeeks } from './queries.ts'

/** The days in a row on which a person has logged something; null when they have switched streaks off. */
export async function getStreak(
  { db, clock }: Dependencies,
  viewer: Calendar & { id: number }
): Promise<number | null> {
  const today = dayOf(clock.now(), viewer)
  const [active, { rest_days, has_streaks, pauses }] = await Promise.all([
    listActiveDays(db, viewer.id, today),
    getStreakSettings(db, viewer.id)
  ])
  const days = active.map(({ day }) => day)
  return has_streaks ? streakOf(days, today, { weekdays: rest_days, pauses }).current : null
}

/** The days of a person, with their streak and the last two weeks. */
export async function getMyDays({ db, clock }: Dependencies, viewer: SignedIn): Promise<MyDays> {
  const today = dayOf(clock.now(), viewer)
  const first = addDays(startOfWeek(today), -7 * (WEEKS_SHOWN - 1))
  const [active, weeks, { rest_days, has_streaks, pauses }] = await Promise.all([
    listActiveDays(db, viewer.id, first),
    listWeeks(db, viewer.id, startOfWeek(today)),
    getStreakSettings(db, viewer.id)
  ])
  const days = active.map(({ day }) => day)
  return {
    today,
    streak: has_streaks ? streakOf(days, today, { weekdays: rest_days, pauses }) : null,
    days: active.filter(({ day }) => day >= first),
    weeks
  }
}
