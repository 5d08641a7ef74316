/**
 * Where someone is in a programme they follow, from the day it began, the weeks they began anew, and the units they did.
 * Nothing moves by itself on the server: the next week opens because the day is later.
 *
 * The rules that surprise: a programme stands still while its person is away. A week that is begun again starts on that
 * day and asks for all its units again, but each unit counts once for the whole. Each day asks for one unit at most.
 *
 * Units: weeks and units are numbered from 0.
 */
import type { Pause } from '../days/streak.ts'
import { addDays, type Day, daysBetween } from '../lib/day.ts'
import type { Week } from './programme.ts'

const WEEK = 7
/** The furthest that the days of a programme are looked for. */
const FURTHEST = 2000
/** How often someone may go to another week. */
export const MOST_STAYS = 400

/** From this day on the person is in a week, and in the following weeks after it. */
export interface Stay {
  week: number
  from: Day
}

/** A unit that was done on a day, during a stay (its place in `stays`). */
export interface DoneUnit {
  stay: number
  week: number
  unit: number
  day: Day
}

export interface Following {
  stays: readonly Stay[]
  done: readonly DoneUnit[]
}

export interface Place {
  /** `resting`: the person is away today. `over`: the days of the last week are past. */
  state: 'before' | 'on' | 'resting' | 'over'
  stay: number
  week: number
  /** The day of the week, from 0 to 6. */
  day: number
}

type Units = readonly Pick<Week, 'units'>[]

/** Returns where the person is on a day. */
export function placeOn(
  weeks: Units,
  { stays }: Pick<Following, 'stays'>,
  pauses: readonly Pause[],
  today: Day
): Place {
  const stay = stays.findLastIndex(({ from }) => from <= today)
  const current = stays[stay]
  if (!current) return { state: 'before', stay: 0, week: stays[0]?.week ?? 0, day: 0 }
  const passed = daysBetween(current.from, today) - daysAway(pauses, current.from, today)
  const week = current.week + Math.floor(passed / WEEK)
  if (week >= weeks.length) return { state: 'over', stay, week: weeks.length - 1, day: WEEK - 1 }
  return { state: isAway(pauses, today) ? 'resting' : 'on', stay, week, day: passed % WEEK }
}

/** Returns the days of a week on which its units are asked for: three come on the first, third and fifth day. */
function dayOfUnit(unit: number, count: number): number {
  return Math.floor((unit * WEEK) / count)
}

/** A unit of today, and whether it is done. */
export interface DueUnit {
  week: number
  unit: number
  isDone: boolean
}

/** Returns the unit of a day; null when the day asks for none. After one unit of the week, the next comes tomorrow. */
export function unitOn(weeks: Units, following: Following, pauses: readonly Pause[], today: Day): DueUnit | null {
  const place = placeOn(weeks, following, pauses, today)
  if (place.state !== 'on') return null
  const here = doneIn(following.done, place)
  const ofToday = here.findLast(({ day }) => day === today)
  if (ofToday) return { week: place.week, unit: ofToday.unit, isDone: true }
  const count = weeks[place.week]?.units.length ?? 0
  const unit = firstLeft(here, count)
  return unit < count && dayOfUnit(unit, count) <= place.day ? { week: place.week, unit, isDone: false } : null
}

/** Returns the units that were done in a week during a stay. */
export function doneIn(done: readonly DoneUnit[], { stay, week }: Pick<Place, 'stay' | 'week'>): DoneUnit[] {
  return done.filter(one => one.stay === stay && one.week === week)
}

function firstLeft(done: readonly DoneUnit[], count: number): number {
  const units = new Set(done.map(({ unit }) => unit))
  return Array.from({ length: count }, (_, unit) => unit).find(unit => !units.has(unit)) ?? count
}

/** Whether a unit shows as done. A week that began again shows what was done since. */
export function isTicked(done: readonly DoneUnit[], place: Place, week: number, unit: number): boolean {
  return done.some(one => one.week === week && one.unit === unit && (one.stay === place.stay || !isNow(place, week)))
}

/** Returns what is done once a press is stored: a unit was done on a day, or was not done. */
export function withTick(
  done: readonly DoneUnit[],
  place: Place,
  { week, unit, isDone, day }: DatedUnit
): readonly DoneUnit[] {
  if (isDone) return isTicked(done, place, week, unit) ? done : [...done, { stay: place.stay, week, unit, day }]
  const isOther = (one: DoneUnit) => one.week !== week || one.unit !== unit
  return done.filter(one => isOther(one) || (isNow(place, week) && one.stay !== place.stay))
}

/** Whether it is the week that the person is in. */
export function isNow(place: Place, week: number): boolean {
  return place.state !== 'over' && place.week === week
}

/** Whether a week can begin again today. On its first day nothing would change. */
export function canRepeat(place: Place, week: number): boolean {
  return (place.state === 'on' || place.state === 'resting') && place.week === week && place.day > 0
}

/** Returns how many units were done at least once. */
export function countDone(done: readonly DoneUnit[]): number {
  return new Set(done.map(({ week, unit }) => `${week} ${unit}`)).size
}

/** A unit and the day on which it was done or is asked for. */
export interface DatedUnit {
  week: number
  unit: number
  day: Day
  isDone: boolean
}

/**
 * Returns the days of all units that were done, and of those to come. A unit that is late moves to the next free day of
 * its week. One for which the week has no day left is missing.
 */
export function daysOfUnits(weeks: Units, following: Following, pauses: readonly Pause[], today: Day): DatedUnit[] {
  const { done } = following
  const dated: DatedUnit[] = done.map(({ week, unit, day }) => ({ week, unit, day, isDone: true }))
  const place = placeOn(weeks, following, pauses, today)
  if (place.state === 'over') return dated
  const stay = following.stays[place.stay]
  if (!stay) return dated
  const here = doneIn(done, place)
  const isFree = !here.some(({ day }) => day === today)
  let [day, active] = [stay.from, 0]
  for (let week = stay.week; week < weeks.length; week++) {
    const count = weeks[week]?.units.length ?? 0
    let unit = week === place.week ? firstLeft(here, count) : week < place.week ? count : 0
    for (let ofWeek = 0; ofWeek < WEEK; ofWeek++) {
      while (isAway(pauses, day)) {
        day = addDays(day, 1)
        if (++active > FURTHEST) return dated
      }
      const isLater = day > today || (day === today && isFree)
      if (unit < count && isLater && dayOfUnit(unit, count) <= ofWeek) {
        dated.push({ week, unit, day, isDone: false })
        unit = week === place.week ? nextLeft(here, unit, count) : unit + 1
      }
      day = addDays(day, 1)
    }
  }
  return dated
}

function nextLeft(done: readonly DoneUnit[], after: number, count: number): number {
  let unit = after + 1
  while (unit < count && done.some(one => one.unit === unit)) unit++
  return unit
}

/**
 * Returns the stays with a week that begins today: again, later or earlier than the current one. Twice on a day is the
 * same as once. The last one of a day counts.
 */
export function beginWeek(stays: readonly Stay[], week: number, today: Day): Stay[] {
  const last = stays.at(-1)
  if (last?.week === week && last.from === today) return [...stays]
  return [...stays, { week, from: today }]
}

/** Whether a unit may be ticked: its week has opened, or everything is over. */
export function isOpen(place: Place, week: number): boolean {
  return place.state === 'over' || (place.state !== 'before' && week <= place.week)
}

/** Returns the stay with which someone joins a group that began earlier: they begin in the week of the group. */
export function joiningStay(weeks: Units, startsOn: Day, today: Day): Stay {
  const week = Math.floor(daysBetween(startsOn, today) / WEEK)
  if (week <= 0) return { week: 0, from: startsOn }
  const last = Math.min(week, weeks.length - 1)
  return { week: last, from: addDays(startsOn, last * WEEK) }
}

/** How many days from `from` on, before `to`, the person is away. */
function daysAway(pauses: readonly Pause[], from: Day, to: Day): number {
  return pauses.reduce((sum, pause) => {
    const first = pause.from > from ? pause.from : from
    const end = pause.until !== null && pause.until < to ? pause.until : to
    return sum + Math.max(0, daysBetween(first, end))
  }, 0)
}

/** The day on which someone is back is a day of the programme. */
function isAway(pauses: readonly Pause[], day: Day): boolean {
  return pauses.some(({ from, until }) => from <= day && (until === null || day < until))
}
