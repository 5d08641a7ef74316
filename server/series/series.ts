/** The actions of the host of a series (D-150). */

import { listingCheck } from '../../domain/accounts/may-call.ts'
import { isAdmin } from '../../domain/accounts/user.ts'
import { type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { type Series, SeriesStatus } from '../../domain/series/api.ts'
import { MOST_SERIES, repeatCheck } from '../../domain/series/series.ts'
import { ruleError, ruleFrom, type Wish } from '../../domain/sessions/repeats.ts'
import { wordsOfRule } from '../../domain/sessions/repeats-words.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED, NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { cancel } from '../sessions/cancel.ts'
import { requireHost, ruleOf, updateSessionRow } from '../sessions/session-rows.ts'
import { makeDates, templateOf } from './dates.ts'
import {
  confirmDates,
  countOpenSeries,
  dropDate,
  findFirstDate,
  findSeries,
  findSeriesByKey,
  getUsername,
  insertSeries,
  isHidden,
  listCancelled,
  listComing,
  listPeopleOfComing,
  listStoppedDates,
  lockSeries,
  lockSeriesOf,
  noteStopped,
  type SeriesRow,
  updateSeriesRow
} from './series-rows.ts'

export const ONLY_HOST: Refusal = { kind: 'forbidden', message: 'Only the host of this series can change it.' }

/** Makes a session the first date of a series, and makes its next dates. With a key, a repeated call makes nothing. */
export async function makeSeries(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  wish: Wish,
  key: RequestKey | null
): Promise<Series> {
  const find = (known: string) => findSeriesByKey(deps.db, viewer.id, known)
  const show = (row: SeriesRow) => showSeries(deps, row, viewer)
  return once(key, 'series_request', find, show, () =>
    withFreeSlug('series_slug_key', async isTaken =>
      show(
        await deps.rooms.change(sessionId, async (tx, record, session) => {
          await requireHost(tx, viewer, sessionId)
          // The same call came twice at once.
          const known = key && (await findSeriesByKey(tx, viewer.id, key.request_key))
          if (known && known.id === session.series_id) return isSameCall(known, key) ? known : refuse(KEY_IS_USED)
          const startsAt = session.started_at?.getTime() ?? null
          const refusal =
            repeatCheck({ ...session, startsAt }, deps.clock.now()) ?? listingCheck(viewer, !session.unlisted)
          if (refusal || session.started_at === null) return refuse(refusal ?? ONLY_HOST)
          const rule = ruleFrom(wish, session.started_at.getTime(), viewer.time_zone)
          const error = ruleError(rule)
          if (error) refuse(error)
          const { startsAt: _, zone, ...pattern } = rule
          if ((await countOpenSeries(tx, viewer.id)) >= MOST_SERIES) refuse(TOO_MANY)
          const now = dateAt(deps.clock)
          const row = await insertSeries(tx, {
            user_id: viewer.id,
            slug: slugFor(session.title, isTaken, 'series'),
            ...templateOf(session),
            hidden_at: session.hidden_at,
            // An admin who made a single session free did not mean all later ones (D-15).
            is_free: session.is_free && isAdmin(viewer),
            ...pattern,
            zone,
            starts_at: session.started_at,
            made_until: session.started_at,
            look_at: session.started_at,
            ...(key ?? NO_KEY),
            created_at: now,
            updated_at: now
          })
          await updateSessionRow(tx, sessionId, { series_id: row.id, series_at: session.started_at })
          await makeDates(tx, deps, [row])
          record(sessionId, { type: 'update', data: { reload: true } })
          return row
        })
      )
    )
  )
}

const TOO_MANY: Refusal = {
  kind: 'conflict',
  message: `You have ${MOST_SERIES} series. End one before you make another.`
}

export const HAS_ENDED: Refusal = { kind: 'conflict', message: 'This series has ended.' }

const IS_HIDDEN: Refusal = { kind: 'conflict', message: 'A moderator hid this series. Ask for another look first.' }

/** The host confirms that the series goes on. After a pause it makes its next dates. */
export async function continueSeries(deps: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Series> {
  const row = await change(deps, viewer, slugOrId, async (tx, row) => {
    if (row.ended_at) refuse(HAS_ENDED)
    if (await isHidden(tx, row)) refuse(IS_HIDDEN)
    const now = dateAt(deps.clock)
    const made_until = row.paused_at ? now : row.made_until
    await updateSeriesRow(tx, row.id, {
      ...{ asked_at: null, paused_at: null, is_stopping: false },
      made_until,
      updated_at: now
    })
    await confirmDates(tx, row.id)
    await makeDates(tx, deps, [{ ...row, made_until }])
    return []
  })
  return showSeries(deps, row, viewer)
}

/** Ends a series. Its coming dates are cancelled, its past dates stay. Ending it twice changes nothing more. */
export async function endSeries(deps: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Series> {
  let coming: number[] = []
  const row = await change(deps, viewer, slugOrId, async (tx, row) => {
    if (row.ended_at) return []
    const now = dateAt(deps.clock)
    coming = (await listComing(tx, row.id)).map(({ id }) => id)
    const told = await stop(tx, deps, row, { ended_at: now })
    if (row.user_id !== viewer.id) {
      const first = (await findFirstDate(tx, row.id)) ?? undefined
      const of = first === undefined ? {} : { subject: 'session' as const, subjectId: first }
      await recordAction(tx, viewer, { action: 'end_session', ...of, after: { series: row.id } }, now)
    }
    return told
  })
  await cancelStoppedDates(deps)
  for (const id of await listCancelled(deps.db, coming)) await closeDeleted(deps, viewer, { kind: 'session', id })
  return showSeries(deps, row, viewer)
}

/** @param work returns the usernames whose inboxes changed */
async function change(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  work: (tx: Transaction, row: SeriesRow) => Promise<string[]>
): Promise<SeriesRow> {
  const { id } = await getSeries(deps, slugOrId)
  const { row, told } = await deps.db.transaction(async tx => {
    const before = (await lockSeries(tx, id)) ?? refuse({ kind: 'notFound' })
    if (before.user_id !== viewer.id && !isAdmin(viewer)) refuse(ONLY_HOST)
    const told = await work(tx, before)
    return { told, row: (await lockSeries(tx, id)) ?? before }
  })
  tellInboxes(deps, told)
  return row
}

/** Ends or pauses a series, and reminds the people of its coming dates. Returns the usernames of those reminded. */
export async function stop(
  tx: Transaction,
  deps: Dependencies,
  row: SeriesRow,
  how: { ended_at: Date } | { paused_at: Date }
): Promise<string[]> {
  const now = dateAt(deps.clock)
  await updateSeriesRow(tx, row.id, { ...how, asked_at: null, is_stopping: true, updated_at: now })
  const [to, sessionId] = await Promise.all([listPeopleOfComing(tx, row.id), findFirstDate(tx, row.id)])
  return remind(tx, deps, { kind: 'series_stopped', to, sessionId, actorId: row.user_id, at: now.getTime() })
}

/** Cancels the coming dates of series that ended or paused, also those that a crash left. */
export async function cancelStoppedDates(deps: Dependencies): Promise<void> {
  for (const id of await listStoppedDates(deps.db, MOST_STOPPED)) {
    await deps.rooms.transact(id, async (tx, record) => {
      const row = await lockSeriesOf(tx, id)
      const room = await deps.rooms.lock(tx, record, id)
      // It may have begun, or the host may have continued the series meanwhile.
      const isStopped = row !== null && (row.ended_at !== null || row.paused_at !== null)
      if (!isStopped || room.status !== SessionStatus.NotStarted || room.cancelled_at !== null) return
      await cancel(deps, tx, record, room)
      await dropDate(tx, id)
    })
  }
  await noteStopped(deps.db)
}

const MOST_STOPPED = 1000

/** A series that the viewer may see. Refuses with 404, and says so if an admin removed it. */
export async function getVisibleSeries(
  { db }: Pick<Dependencies, 'db'>,
  slugOrId: string,
  viewer: SignedIn | null
): Promise<SeriesRow> {
  const row = await getSeries({ db }, slugOrId)
  needVisible({ user_id: row.user_id, hidden_at: (await isHidden(db, row)) ? row.updated_at : null }, viewer)
  return row
}

export async function getSeries({ db }: Pick<Dependencies, 'db'>, slugOrId: string): Promise<SeriesRow> {
  return (await findSeries(db, slugOrId)) ?? refuse({ kind: 'notFound' })
}

export async function showSeries(deps: Dependencies, row: SeriesRow, viewer: SignedIn | null): Promise<Series> {
  const path = `/series/${row.slug}`
  const isMine = row.user_id === viewer?.id
  const { Open, Paused, Ended } = SeriesStatus
  return {
    ...{ id: row.id, slug: row.slug, title: row.title, path },
    next_path: `${path}/next`,
    rule: wordsOfRule(ruleOf(row)),
    status: row.ended_at ? Ended : row.paused_at ? Paused : Open,
    username: await getUsername(deps.db, row.user_id),
    is_mine: isMine ? 1 : 0,
    asks: isMine && row.asked_at && !row.paused_at ? 1 : 0
  }
}
