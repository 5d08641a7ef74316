import { eq } from 'drizzle-orm'
import type { Calendar } from '../../domain/days/day.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'

/** Changes what is given of how a person's days are counted. */
export async function updateCalendar(
  db: Database,
  userId: number,
  { time_zone, day_start }: { [Key in keyof Calendar]?: Calendar[Key] | undefined }
): Promise<void> {
  if (time_zone === undefined && day_start === undefined) return
  await db.update(users).set({ time_zone, day_start }).where(eq(users.id, userId))
}
