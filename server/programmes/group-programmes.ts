/** Programmes that a group follows together. Its creator starts one, and members join by one press. */

import { canEditGroup, JOIN_GROUP_FIRST, ONLY_CREATOR } from '../../domain/groups/group.ts'
import type { Together } from '../../domain/groups/together.ts'
import { type Day, dayOf } from '../../domain/lib/day.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { MOST_IN_GROUP } from '../../domain/programmes/programme.ts'
import { joiningStay, placeOn } from '../../domain/programmes/progress.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { lockMembership } from '../goals/sharing-rows.ts'
import { getGroup, lockGroup } from '../groups/group-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { leaveRun, pathOfFollow } from './follow-rows.ts'
import { begin, startDay } from './following.ts'
import { getText } from './programme-rows.ts'
import {
  countRuns,
  findActiveRun,
  insertRun,
  listMembersOf,
  listRuns,
  lockRun,
  type RunRow,
  updateRun
} from './run-rows.ts'

/** Starts a programme for a group, and follows it. Twice is the same as once. Returns the path of the person's page. */
export async function startInGroup(
  deps: Dependencies,
  viewer: SignedIn,
  { slug, hut, startsOn }: { slug: string; hut: string; startsOn: Day | undefined }
): Promise<string> {
  const starts_on = startDay(startsOn, dayOf(deps.clock.now(), viewer))
  return deps.db.transaction(async tx => {
    const { title, text } = await getText(tx, slug, viewer)
    await lockGroup(tx, hut)
    const group = await getGroup(tx, hut, viewer)
    if (!canEditGroup(group, viewer)) refuse({ kind: 'forbidden', message: ONLY_CREATOR })
    const known = await findActiveRun(tx, group.id, slug)
    if (!known && (await countRuns(tx, group.id)) >= MOST_IN_GROUP) {
      refuse({
        kind: 'conflict',
        message: `A group follows at most ${MOST_IN_GROUP} programmes. End one of them first.`
      })
    }
    const row = { group_id: group.id, user_id: viewer.id, slug, title, text, starts_on, created_at: dateAt(deps.clock) }
    return join(deps, tx, viewer, known ?? (await insertRun(tx, row)))
  })
}

/** A member follows the programme of their group, in its week. Twice is the same as once. */
export async function followWithGroup(deps: Dependencies, viewer: SignedIn, id: string): Promise<string> {
  return deps.db.transaction(async tx => {
    const run = (await lockRun(tx, readId(id))) ?? refuse({ kind: 'notFound' })
    await getGroup(tx, run.group_id, viewer)
    if (run.ended_at) refuse({ kind: 'conflict', message: 'This group no longer follows it.' })
    return join(deps, tx, viewer, run)
  })
}

async function join(deps: Dependencies, tx: Transaction, viewer: SignedIn, run: RunRow): Promise<string> {
  if (!(await lockMembership(tx, viewer.id, run.group_id))) refuse({ kind: 'forbidden', message: JOIN_GROUP_FIRST })
  const stay = joiningStay(weeksOf(run.text), run.starts_on, dayOf(deps.clock.now(), viewer))
  return pathOfFollow(await begin(deps, tx, viewer, run, { run_id: run.id, stay }))
}

/** Ends the programme of a group. Those who follow it go on alone. Twice is the same as once. */
export async function endInGroup(deps: Dependencies, viewer: SignedIn, id: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const run = (await lockRun(tx, readId(id))) ?? refuse({ kind: 'notFound' })
    const group = await getGroup(tx, run.group_id, viewer)
    if (!canEditGroup(group, viewer)) refuse({ kind: 'forbidden', message: ONLY_CREATOR })
    if (run.ended_at) return
    await updateRun(tx, run.id, { ended_at: dateAt(deps.clock) })
    await leaveRun(tx, run.id)
  })
}

/** A group shows at most so many faces of a programme. */
const MOST_FACES = 8

/** The programmes of a group, for a member. */
export async function listGroupProgrammes(
  { db, clock }: Dependencies,
  groupId: number,
  viewer: SignedIn
): Promise<Together['programmes']> {
  const now = clock.now()
  const runs = await listRuns(db, groupId, viewer.id)
  const members = await listMembersOf(
    db,
    runs.map(({ id }) => id),
    viewer,
    now
  )
  return runs.map(({ id, slug, title, text, starts_on, follow_id }) => {
    const weeks = weeksOf(text)
    const ours = members.filter(({ run_id }) => run_id === id)
    const finished = ours.filter(({ done, units }) => done >= units)
    return {
      id,
      title,
      path: `/programmes/${slug}`,
      my_path: follow_id === null ? null : pathOfFollow(follow_id),
      week: placeOn(weeks, { stays: [{ week: 0, from: starts_on }] }, [], dayOf(now, viewer)).week + 1,
      weeks_count: weeks.length,
      people_count: ours.length,
      done_count: finished.length,
      people: finished.slice(0, MOST_FACES).map(({ username }) => username)
    }
  })
}
