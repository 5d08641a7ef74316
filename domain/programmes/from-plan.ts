/**
 * Turns a plan that is too long for a session into the text of a programme: each part is a unit of the weeks in which it
 * runs.
 *
 * The rule that surprises: a part of a day or longer loses its length, because a unit is done on one day.
 */
import type { Plan } from '../activities/plan.ts'
import { type OutlinePart, outlineOf } from '../plans/outline.ts'
import { outlineText } from '../plans/write-text.ts'
import { MOST_UNITS, MOST_WEEKS } from './programme.ts'
import { secondsOfPart } from './unit-plan.ts'

const DAY = 86_400
const WEEK = 7 * DAY

/** Returns the text for `readProgramme`. Parts for which a week has no day left are missing. */
export function programmeTextOf(plan: Pick<Plan, 'parts' | 'tasks'>): string {
  const weeks: string[][] = []
  let at = 0
  for (const { sets, parts } of outlineOf(plan).groups) {
    for (const part of Array.from({ length: Math.min(sets, MOST_WEEKS) }, () => parts).flat()) {
      const end = at + secondsOfPart(part)
      const last = Math.min(MOST_WEEKS - 1, Math.ceil(end / WEEK) - 1)
      for (let week = Math.floor(at / WEEK); week <= last; week++) {
        while (weeks.length <= week) weeks.push([])
        const units = weeks[week]
        if (units && units.length < MOST_UNITS) units.push(unitText(part))
      }
      at = end
    }
  }
  return weeks.map((units, week) => [`Week ${week + 1}`, ...units].join('\n')).join('\n\n')
}

function unitText(part: OutlinePart): string {
  // These characters would begin a plan, a note or a count.
  const title = part.title.replace(/[:>]/g, ' ').replace(/\s+/g, ' ').trim() || 'Unit'
  if (secondsOfPart(part) >= DAY) return title
  return `${title}: ${outlineText({ groups: [{ title: '', sets: 1, parts: [{ ...part, note: '' }] }], goals: [] })}`
}
