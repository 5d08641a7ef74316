/**
 * Tells people of new sessions, activities and texts: the members of a session's group, the followers of its host and of
 * its activity, the people who asked for each date of a series, and the followers of an author or a book (D-162). The
 * press that makes something only adds a row to a queue, so that it does not wait for thousands of people. This worker reminds some of them at a time, each time in a short transaction, on whichever node is first.
 */

import { SessionStatus } from '../../domain/sessions/status.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import {
  ACTIVITY_NEWS,
  claimActivityNews,
  claimItemNews,
  forgetNews,
  ITEM_NEWS,
  listPeopleOfActivity,
  listPeopleOfItem,
  noteTold,
  type Queue,
  Reason,
  SESSION_NEWS
} from './news-rows.ts'
import { remind } from './reminder-rows.ts'
import { claimSessionNews, listPeopleOfSession, type SessionNews } from './session-news-rows.ts'

/** The most people per transaction. */
const AT_ONCE = 500

/** Tells everyone of all news. */
export async function announceNews(deps: Dependencies): Promise<void> {
  for (const announce of [announceSession, announceItem, announceActivity]) {
    for (;;) {
      const told = await deps.db.transaction(tx => announce(deps, tx))
      if (told === null) break
      tellInboxes(deps, told)
    }
  }
}

/** Reminds the next people, and returns their usernames; null when no session is left. */
async function announceSession(deps: Dependencies, tx: Transaction): Promise<string[] | null> {
  const news = await claimSessionNews(tx, dateAt(deps.clock))
  if (!news) return null
  const people = news.is_silent ? [] : await listPeopleOfSession(tx, news, AT_ONCE)
  await moveOn(tx, SESSION_NEWS, news.id, people.at(-1)?.id, people.length)
  const who = (reason: number): number[] => people.filter(one => one.reason === reason).map(({ id }) => id)
  const about = aboutOf(news)
  const told = [
    await remind(tx, deps, { kind: 'group_session', to: who(Reason.Member), ...about }),
    await remind(tx, deps, { kind: 'followed_news', to: who(Reason.FollowsHost), ...about })
  ]
  if (news.activity_id !== null) {
    // An activity may have many sessions a day, so the inbox counts them in one line.
    const line = { sessionId: null, activityId: news.activity_id, actorId: news.user_id }
    const at = news.created_at.getTime()
    told.push(await remind(tx, deps, { kind: 'followed_news', to: who(Reason.FollowsActivity), ...line, at }))
  }
  return told.flat()
}

function aboutOf({ id, user_id, status, started_at, ended_at, created_at }: SessionNews) {
  const at = (started_at ?? created_at).getTime()
  const end = status === SessionStatus.Running ? ended_at : started_at
  return { sessionId: id, actorId: user_id, at, ...(end ? { end: end.getTime() } : {}) }
}

/** Reminds the next followers, and returns their usernames; null when no text is left. */
async function announceItem(deps: Dependencies, tx: Transaction): Promise<string[] | null> {
  const news = await claimItemNews(tx, dateAt(deps.clock))
  if (!news) return null
  const { id, user_id, is_main, published_at } = news
  const to = news.is_silent ? [] : await listPeopleOfItem(tx, news, AT_ONCE)
  await moveOn(tx, ITEM_NEWS, id, to.at(-1), to.length)
  const at = published_at?.getTime() ?? deps.clock.now()
  const actor = is_main ? { actorId: user_id } : {}
  return remind(tx, deps, { kind: 'followed_news', to, sessionId: null, itemId: id, ...actor, at })
}

/** Reminds the next followers, and returns their usernames; null when no activity is left. */
async function announceActivity(deps: Dependencies, tx: Transaction): Promise<string[] | null> {
  const news = await claimActivityNews(tx, dateAt(deps.clock))
  if (!news) return null
  const { id, user_id, created_at } = news
  const to = news.is_silent ? [] : await listPeopleOfActivity(tx, news, AT_ONCE)
  await moveOn(tx, ACTIVITY_NEWS, id, to.at(-1), to.length)
  // The same time again reminds nobody twice, however often it is listed.
  const about = { sessionId: null, activityId: id, actorId: user_id, at: created_at.getTime() }
  return remind(tx, deps, { kind: 'followed_activity', to, ...about })
}

async function moveOn(
  tx: Transaction,
  queue: Queue,
  id: number,
  last: number | undefined,
  count: number
): Promise<void> {
  if (last === undefined || count < AT_ONCE) await forgetNews(tx, queue, id)
  else await noteTold(tx, queue, id, last)
}
