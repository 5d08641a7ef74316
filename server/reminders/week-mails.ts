/**
 * Queues the weekly mails that are due (D-162). A node claims some people with `skip locked`, and moves them to the next
 * week in the transaction that queues the mails. So each mail is queued once, on any number of nodes.
 */
import { MOST_LINES, newsSince, nextWeekMail } from '../../domain/reminders/week-mail.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { queueMails } from '../mail/mail-rows.ts'
import { unsubscribeKeys } from './server-keys.ts'
import { claimReaders, type DueReader, listWeekNews, moveWeekMails } from './week-mail-rows.ts'

const AT_ONCE = 200

/** Queues all weekly mails that are due. A week without news gives no mail. */
export async function queueWeekMails(deps: Dependencies): Promise<void> {
  while ((await queueSome(deps)) === AT_ONCE) {}
}

async function queueSome(deps: Dependencies): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const readers = await claimReaders(tx, new Date(now), AT_ONCE)
    if (readers.length === 0) return 0
    await moveWeekMails(
      tx,
      readers.map(({ user_id, time_zone }) => ({ user_id, at: new Date(nextWeekMail(time_zone, now)) }))
    )
    await queue(tx, deps, readers)
    return readers.length
  })
}

async function queue(tx: Transaction, deps: Dependencies, readers: readonly DueReader[]): Promise<void> {
  const who = readers
    .filter(({ is_off }) => !is_off)
    .map(({ user_id: id, time_zone, week_mail_at }) => ({
      id,
      since: new Date(newsSince(time_zone, week_mail_at.getTime()))
    }))
  const news = await listWeekNews(tx, who)
  const keyOf = await unsubscribeKeys(deps, 'week_mail')
  const mails = [...news].map(([to, lines]) => ({
    to,
    mail: {
      kind: 'week news' as const,
      lines: lines.slice(0, MOST_LINES),
      has_more: lines.length > MOST_LINES,
      unsubscribe: `/reminders/unsubscribe?token=${encodeURIComponent(keyOf(to))}`
    }
  }))
  await queueMails(tx, deps, mails)
}
