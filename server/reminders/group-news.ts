/**
 * Reminds the members of a group of a new session in it, and people who asked for it of each date of a series. Creating the session only adds a row to `group_news`, so that
 * it does not wait for the members. This worker reminds some members at a time, each time in a short transaction, on
 * whichever node is first.
 */
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  claimGroupNews,
  forgetGroupNews,
  type GroupNews,
  listMembersAfter,
  listWatchersAfter,
  noteTold
} from './queries.ts'
import { remind, tellInboxes } from './reminder-rows.ts'

/** The most members per transaction. */
const AT_ONCE = 500

/** Reminds the members of all groups that have new sessions. */
export async function announceGroupNews(deps: Dependencies): Promise<void> {
  for (;;) {
    const told = await deps.db.transaction(tx => announce(deps, tx))
    if (told === null) return
    tellInboxes(deps, told)
  }
}

/** Reminds the next members, and returns their usernames; null when no session is left. */
async function announce(deps: Dependencies, tx: Transaction): Promise<string[] | null> {
  const news = await claimGroupNews(tx)
  if (!news) return null
  const { session_id: sessionId, user_id: actorId, status } = news
  const to = status === SessionStatus.Ended ? [] : await listNext(tx, news)
  const last = to.at(-1)
  if (last === undefined || to.length < AT_ONCE) await forgetGroupNews(tx, sessionId)
  else await noteTold(tx, sessionId, last)
  const [at, end] = [
    news.started_at ?? news.created_at,
    status === SessionStatus.Running ? news.ended_at : news.started_at
  ]
  const about = { sessionId, actorId, at: at.getTime() }
  return remind(tx, deps, { kind: 'group_session', to, ...about, ...(end ? { end: end.getTime() } : {}) })
}

function listNext(
  tx: Transaction,
  { session_id, group_id, told_until: after, to_watchers }: GroupNews
): Promise<number[]> | number[] {
  if (to_watchers) return listWatchersAfter(tx, { session_id, after }, AT_ONCE)
  return group_id === null ? [] : listMembersAfter(tx, { group_id, session_id, after }, AT_ONCE)
}
