/** Finds, locks, creates and changes activities, and converts them to wire format. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../domain/accounts/user.ts'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { type Activity, MOST_COPIES } from '../../domain/activities/api.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import { buttonsIn } from '../../domain/activities/plan.ts'
import type { Hut, Linked } from '../../domain/browse/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { maySee, needVisible } from '../../domain/moderation/hidden.ts'
import { pathTo, type Terms } from '../browse/term-rows.ts'
import { columnsToRead, type RowToRead } from '../db/columns.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { finderByKey, findRow, hasRow, updaterOf } from '../db/rows.ts'
import { activities, followers } from '../db/schema/activities.ts'
import { readSlugOrId } from '../lib/id.ts'
import { toWireActivityCard } from './listed-rows.ts'

export type ActivityRow = RowToRead<typeof activities>

/** By slug, or by id where the address is a number (D-40). */
export function findActivity(db: Handle, slugOrId: string): Promise<ActivityRow | null> {
  return findRow(db, activities, and(isSlugOrId(slugOrId), isNull(activities.deleted_at)))
}

/**
 * Like `findActivity`, with the row locked for a change. Inserting rows that refer to it stays possible: a new session
 * of the activity already holds a balance, a person in a room may wait for that balance, and the change waits for that
 * room.
 */
export async function lockActivity(tx: Transaction, slugOrId: string): Promise<ActivityRow | null> {
  const [row] = await tx
    .select(columnsToRead(activities))
    .from(activities)
    .where(and(isSlugOrId(slugOrId), isNull(activities.deleted_at)))
    .for('no key update')
  return row ?? null
}

/** Like `findActivity`, but refuses with 404 what is missing or hidden from the viewer. */
export async function getActivity({ db }: { db: Handle }, slugOrId: string, viewer: Viewer): Promise<ActivityRow> {
  return needVisible((await findActivity(db, slugOrId)) ?? refuse({ kind: 'notFound' }), viewer)
}

export const findActivityByKey = finderByKey(activities)

export const insertActivity = preparedInsert(activities)

export const updateActivityRow = updaterOf(activities)

/**
 * Marks an activity as used by someone else than its creator (D-159). This is a separate statement, since an activity
 * is locked before rooms and balances. It never waits: if the activity is being changed, the next use marks it.
 */
export async function markUsed(db: Database, activityId: number, userId: number): Promise<void> {
  await db.execute(sql`
    update activities set is_used = true where id in (
      select id from activities where id = ${activityId} and user_id <> ${userId} and not is_used
      for no key update skip locked)`)
}

/** Queues a listed activity for the news to followers of its creator, if there are any (server/reminders/news.ts). */
export async function noteActivityNews(tx: Transaction, activityId: number): Promise<void> {
  await tx.execute(sql`
    insert into activity_news (activity_id) select a.id from activities a where a.id = ${activityId}
      and exists (select from follows f join persons p on p.id = f.person_id where p.user_id = a.user_id)
    on conflict do nothing`)
}

/** Counting numbers must not find unlisted activities, so they open by their slug only (D-159). */
function isSlugOrId(slugOrId: string): SQL | undefined {
  const { slug, id } = readSlugOrId(slugOrId)
  return id < 0 ? eq(activities.slug, slug) : and(eq(activities.id, id), eq(activities.unlisted, false))
}

export function isFollowing(db: Database, activityId: number, userId: number): Promise<boolean> {
  return hasRow(db, followers, and(eq(followers.activity_id, activityId), eq(followers.user_id, userId)))
}

/** The activity that this one was copied from, unless the viewer may not find it (D-159). */
export async function findSource(db: Database, row: ActivityRow, viewer: Viewer): Promise<Linked | null> {
  if (row.copied_from === null) return null
  const source = await findRow(db, activities, and(eq(activities.id, row.copied_from), isNull(activities.deleted_at)))
  if (!source || !maySee(source, viewer) || (source.unlisted && !canEditActivity(source, viewer))) return null
  return toLink(source)
}

/** Listed copies of the activity, the newest first. */
export async function listCopies(db: Database, activityId: number): Promise<Linked[]> {
  const rows = await db
    .select({ slug: activities.slug, title: activities.title })
    .from(activities)
    .where(and(eq(activities.copied_from, activityId), isNull(activities.deleted_at), eq(activities.unlisted, false)))
    .orderBy(desc(activities.id))
    .limit(MOST_COPIES)
  return rows.map(toLink)
}

function toLink({ title, slug }: Pick<ActivityRow, 'title' | 'slug'>): Linked {
  return { title, path: `/activities/${slug}` }
}

interface Seen {
  isJoined: boolean
  hut: Hut | null
  terms: Terms
  /** Its creator and site admins see hidden groups, here and in sessions that they make of it (D-98). */
  isOwner: boolean
}

export function toWireActivity(row: ActivityRow, { isJoined, hut, terms, isOwner }: Seen): Activity {
  const path = pathTo(terms, row.term_id)
  const plan = planSeenBy(row.plan, isOwner)
  return {
    ...toWireActivityCard(
      { ...row, is_joined: isJoined, hut_slug: hut?.slug ?? null, hut_title: hut?.title ?? null },
      terms
    ),
    needs_code: row.needs_code ? 1 : 0,
    is_manually_started: row.is_manually_started ? 1 : 0,
    content: row.content,
    // One value under two documented names (D-113).
    hut_id: row.group_id,
    group_id: row.group_id,
    // Templates are used, not followed (ACT-075).
    can_join: row.is_preset || isJoined ? 0 : 1,
    unlisted: row.unlisted ? 1 : 0,
    ...(row.hidden_at ? { is_hidden: 1 as const } : {}),
    term_id: row.term_id,
    term_id_0: path[0] ?? null,
    term_id_1: path[1] ?? null,
    term_id_2: path[2] ?? null,
    term_id_3: path[3] ?? null,
    parts: plan.parts,
    tasks: plan.tasks,
    timers: row.plan.timers,
    quick_log_buttons: buttonsIn(plan),
    active_logs: [],
    relative_dates: 1,
    linked: row.plan.parts.every(group => group.linked) ? 1 : 0,
    revision: row.revision
  }
}
