import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { createLog, LogStatus } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import { messages, posts } from '../db/schema/discussion.ts'
import { logs } from '../db/schema/logs.ts'
import { participants, sessions } from '../db/schema/sessions.ts'
import { safeHtml } from '../lib/html.ts'
import { addToTotals } from '../progress/totals.ts'
import type { Charging } from '../tokens/balance-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'
import * as content from './content.ts'
import { planColumns } from './plan-columns.ts'

/**
 * Inserts the tour's session. The tour uses fixed addresses, so the session has id 10, and it runs forever without an
 * end (D-122).
 */
export async function insertTourSession(
  tx: Transaction,
  activityId: number,
  admin: number,
  termIds: Map<string, number>,
  now: Date
): Promise<void> {
  const { activity, session, posts: discussion, messages: lines, logs: entries } = content.tour
  await tx
    .insert(sessions)
    .overridingSystemValue()
    .values({
      id: session.id,
      user_id: admin,
      activity_id: activityId,
      activity_title: activity.title,
      slug: 'challenge-hut-tour-guide',
      title: session.title,
      ...planColumns(activity, termIds),
      content: session.content,
      status: 1,
      is_free: true,
      started_at: now,
      participants_count: 1,
      created_at: now,
      updated_at: now
    })
  await tx.execute(sql`select setval(pg_get_serial_sequence('sessions', 'id'), ${session.id})`)
  await tx
    .insert(participants)
    .values({ session_id: session.id, user_id: admin, role: 1, joined_at: now, starts_at: now })
  // Charge and count it like any other row, so that the audit needs no exception.
  for (const content of lines) {
    const [row] = await tx
      .insert(messages)
      .values({ session_id: session.id, user_id: admin, content, created_at: now })
      .returning({ id: messages.id })
    if (!row) throw new Error('a message of the tour was not inserted')
    await spend(tx, PAID, admin, 'message', { ids: [row.id], inSession: true }, now)
  }
  // The page shows the newest first, so insert the file's first entry last.
  for (const { title, content, replies } of discussion.toReversed()) {
    const post = { session_id: session.id, user_id: admin, created_at: now }
    const id = await insertPost(tx, { ...post, title, content })
    for (const reply of replies) await insertPost(tx, { ...post, parent_id: id, content: reply.content })
  }
  const tasks = activity.plan.tasks.flatMap(group => group.parts)
  for (const entry of entries) {
    const task = tasks.find(({ title }) => title === entry.task)
    const state = createLog({ ...entry, distance: null, status: LogStatus.Done }, now.getTime())
    const [row] = await tx
      .insert(logs)
      .values({
        uuid: randomUUID(),
        user_id: admin,
        session_id: session.id,
        task_uuid: task?.uuid ?? null,
        title: entry.title,
        content: entry.content,
        action: task?.action ?? '',
        amount: entry.amount,
        duration: entry.duration,
        status: state.status,
        started_at: state.started_at ? new Date(state.started_at) : null,
        ended_at: state.ended_at ? new Date(state.ended_at) : null,
        elapsed_duration: state.elapsed_duration,
        day: dayOf(now.getTime(), UTC),
        created_at: now,
        updated_at: now
      })
      .returning()
    if (!row) throw new Error(`the tour's log ${entry.title} was not inserted`)
    await spend(tx, PAID, admin, 'log', { ids: [row.id], inSession: false }, now)
    await addToTotals(tx, [{ log: row, was: null, is: state }])
  }
}

/** The tour is charged to the admin even when payments are turned off, because it outlives the setting. */
const PAID: Charging = { config: { hut: { payments: 'on' } } }

async function insertPost(tx: Transaction, post: typeof posts.$inferInsert): Promise<number> {
  const [row] = await tx
    .insert(posts)
    .values({ ...post, content: safeHtml(post.content) })
    .returning({ id: posts.id })
  if (!row) throw new Error('a post of the tour was not inserted')
  await spend(tx, PAID, post.user_id, 'post', { ids: [row.id], inSession: true }, post.created_at)
  return row.id
}
