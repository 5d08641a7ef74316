/** What the sweep forgets. */
import type { Dependencies } from '../dependencies.ts'
import { deleteRemindersBefore } from './queries.ts'

const KEPT_MS = 90 * 86_400_000

/** An inbox holds what its person was told in the last 90 days. */
export async function forgetOldReminders({ db, clock }: Dependencies): Promise<void> {
  await deleteRemindersBefore(db, new Date(clock.now() - KEPT_MS))
}
