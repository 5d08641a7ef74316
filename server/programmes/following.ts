/** Following a programme: ticking its units, and repeating and skipping its weeks. All of it is free. */
import { addDays, type Day, dayOf } from '../../domain/lib/day.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { Follow, NextUnit, ProgrammeOfToday } from '../../domain/programmes/api.ts'
import { MOST_FOLLOWED } from '../../domain/programmes/programme.ts'
import {
  beginWeek,
  daysOfUnits,
  isNow,
  isOpen,
  MOST_STAYS,
  placeOn,
  type Stay,
  unitOn
} from '../../domain/programmes/progress.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { findPauses, lockPauses } from '../goals/away-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import {
  countActive,
  deleteUnit,
  type FollowRow,
  findActive,
  findFollow,
  insertFollow,
  insertUnit,
  listActive,
  lockFollow,
  pathOfFollow,
  toFollowingCard,
  toWireFollow,
  updateFollow
} from './follow-rows.ts'
import { getText } from './programme-rows.ts'

/** A programme can begin within a year. */
const LATEST = 366

/** Returns the first day of a programme. @throws Refused 422 when it is past, or later than in a year */
export function startDay(startsOn: Day | undefined, today: Day): Day {
  const day = startsOn ?? today
  if (day >= today && day <= addDays(today, LATEST)) return day
  return refuse(invalid('starts_on', 'Choose a day from today on, within a year.'))
}

/** Follows a programme alone. Twice is the same as once. Returns the path of its page. */
export async function followAlone(
  deps: Dependencies,
  viewer: SignedIn,
  slug: string,
  startsOn: Day | undefined
): Promise<string> {
  const from = startDay(startsOn, dayOf(deps.clock.now(), viewer))
  return deps.db.transaction(async tx => {
    const { title, text } = await getText(tx, slug, viewer)
    return pathOfFollow(await begin(deps, tx, viewer, { slug, title, text }, { run_id: null, stay: { week: 0, from } }))
  })
}

/** Begins a programme in the caller's transaction, or joins the group with one that the person follows already. */
export async function begin(
  { clock }: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  viewer: SignedIn,
  programme: Pick<FollowRow, 'slug' | 'title' | 'text'>,
  { run_id, stay }: { run_id: number | null; stay: Stay }
): Promise<number> {
  // Two calls of a person at the same time follow it once.
  await lockPauses(tx, viewer.id)
  const known = await findActive(tx, viewer.id, programme.slug)
  if (known) {
    if (run_id !== null && known.run_id !== run_id) await updateFollow(tx, known.id, { run_id })
    return known.id
  }
  if ((await countActive(tx, viewer.id)) >= MOST_FOLLOWED) {
    refuse({ kind: 'conflict', message: `You follow ${MOST_FOLLOWED} programmes. Stop one of them first.` })
  }
  const { slug, title, text } = programme
  return insertFollow(tx, { slug, title, text, run_id, user_id: viewer.id, stays: [stay], created_at: dateAt(clock) })
}

/** Ticks a unit of the current week or an earlier one, or takes that back. @param doneAt when the person did it */
export async function tickUnit(
  deps: Dependencies,
  viewer: SignedIn,
  id: string,
  { week, unit, done }: { week: number; unit: number; done: 0 | 1 },
  doneAt: number
): Promise<Follow> {
  await deps.db.transaction(async tx => {
    const follow = await lockOpen(tx, viewer, id)
    const weeks = weeksOf(follow.text)
    if (!weeks[week]?.units[unit]) refuse(invalid('unit', 'There’s no such unit.'))
    const day = dayOf(doneAt, viewer)
    const place = placeOn(weeks, follow, await findPauses(tx, viewer.id), day)
    if (!isOpen(place, week)) refuse({ kind: 'conflict', message: 'This week isn’t open yet.' })
    const one = { follow_id: follow.id, week, unit }
    if (done) await insertUnit(tx, { ...one, stay: place.stay, day, created_at: new Date(doneAt) })
    else await deleteUnit(tx, one, isNow(place, week) ? place.stay : null)
  })
  return getFollow(deps, viewer, id)
}

/** Lets a week begin today: again, or later or earlier than the current one. Twice on a day is the same as once. */
export async function goToWeek(deps: Dependencies, viewer: SignedIn, id: string, week: number): Promise<Follow> {
  await deps.db.transaction(async tx => {
    const follow = await lockOpen(tx, viewer, id)
    if (!weeksOf(follow.text)[week]) refuse(invalid('week', 'There’s no such week.'))
    const stays = beginWeek(follow.stays, week, dayOf(deps.clock.now(), viewer))
    if (stays.length > MOST_STAYS) {
      refuse({ kind: 'conflict', message: 'You went to another week too often. Start the programme anew.' })
    }
    await updateFollow(tx, follow.id, { stays })
  })
  return getFollow(deps, viewer, id)
}

/** Follows a programme no longer. What was done stays on its page. */
export async function stopFollowing({ db, clock }: Dependencies, viewer: SignedIn, id: string): Promise<void> {
  await db.transaction(async tx => {
    const follow = (await lockFollow(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    if (!follow.ended_at) await updateFollow(tx, follow.id, { ended_at: dateAt(clock), run_id: null })
  })
}

/** A programme of mine, followed now or before. Refuses with 404. */
async function getFollow({ db }: Dependencies, viewer: SignedIn, id: string): Promise<Follow> {
  return toWireFollow((await findFollow(db, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' }))
}

async function lockOpen(tx: Transaction, viewer: SignedIn, id: string): Promise<FollowRow> {
  const follow = (await lockFollow(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
  return follow.ended_at ? refuse({ kind: 'conflict', message: 'You no longer follow this programme.' }) : follow
}

interface UnitsOfToday {
  programmes: ProgrammeOfToday[]
  next_units: NextUnit[]
}

/** The units that the person's day asks for, and those that are done today (D-143). Of the other programmes the next one. */
export async function listUnitsOfToday({ db, clock }: Dependencies, viewer: SignedIn): Promise<UnitsOfToday> {
  const today = dayOf(clock.now(), viewer)
  const [programmes, next_units]: [ProgrammeOfToday[], NextUnit[]] = [[], []]
  for (const row of await listActive(db, viewer.id)) {
    const weeks = weeksOf(row.text)
    const due = unitOn(weeks, row, row.pauses, today)
    const next = due ? undefined : daysOfUnits(weeks, row, row.pauses, today).find(({ isDone }) => !isDone)
    const { week = 0, unit = -1 } = due ?? next ?? {}
    const found = weeks[week]?.units[unit]
    if (!found) continue
    const card = toFollowingCard(row, today)
    if (due) programmes.push({ ...card, id: row.id, unit: { ...found, week, unit }, is_done: due.isDone ? 1 : 0 })
    if (next) next_units.push({ ...card, day: next.day, unit_title: found.title })
  }
  return { programmes, next_units }
}
