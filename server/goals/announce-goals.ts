/**
 * Reminds people of goals that are due and not met yet. A node claims two hundred rows with `skip locked`, and moves them
 * to their next time in the transaction that writes the inboxes and queues the pushes and mails. So each reminder is
 * queued once, on any number of nodes, and a crash leaves it due.
 */

import type { FastifyInstance } from 'fastify'
import { asksFor } from '../../domain/goals/asks.ts'
import { dayOf } from '../../domain/lib/day.ts'
import { nextReminder, remindsUntil } from '../../domain/reminders/goal-times.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { EVERY_MS, startWorker, type Worker } from '../lib/worker.ts'
import { remindOfGoals } from '../reminders/goal-due-rows.ts'
import { type ClaimedReminder, claimGoalReminders, findStandings, moveGoalReminders } from './reminder-rows.ts'

const AT_ONCE = 200

/** Starts the worker with the app. It is apart from the one that sends, which may take minutes. */
export function startGoalReminderWorker(app: FastifyInstance, deps: Dependencies): Worker {
  const worker = startWorker(
    app,
    deps.clock,
    async () => {
      while (!worker.isStopped() && (await announceGoals(deps)) === AT_ONCE) {}
      return EVERY_MS
    },
    'could not read the reminders of goals'
  )
  return worker
}

/** Reminds of the goals that are due, two hundred at most. Returns how many it looked at. @internal For tests too. */
export async function announceGoals(deps: Dependencies): Promise<number> {
  const now = deps.clock.now()
  const { told, count } = await deps.db.transaction(async tx => {
    const claimed = await claimGoalReminders(tx, new Date(now), AT_ONCE)
    if (claimed.length === 0) return { told: [], count: 0 }
    const due = await thoseThatAsk(tx, claimed, now)
    await moveGoalReminders(
      tx,
      claimed.map(one => ({ goal_id: one.goal_id, due_at: new Date(nextReminder(one, one, now)) }))
    )
    return { told: await remindOfGoals(tx, due, now), count: claimed.length }
  })
  tellInboxes(deps, told)
  return count
}

async function thoseThatAsk(tx: Transaction, claimed: ClaimedReminder[], now: number) {
  const timely = claimed.flatMap(one => {
    const at = one.due_at.getTime()
    const until = remindsUntil(at, one.at_night, one.time_zone)
    return one.is_moved || one.is_gone || until <= now ? [] : [{ ...one, until, dueAt: at, today: dayOf(now, one) }]
  })
  if (timely.length === 0) return []
  const standings = await findStandings(tx, timely, ({ today }) => today)
  return timely
    .filter(one => {
      const found = standings.get(one.goal_id)
      return found !== undefined && asksFor(found.goal, found.done, found.isLogged, one.today, one)
    })
    .map(({ dueAt, ...one }) => ({ ...one, at: dueAt }))
}
