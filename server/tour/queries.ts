import { eq, sql } from 'drizzle-orm'
import type { User } from '../../domain/accounts/user.ts'
import type { ReadableKey } from '../../domain/tour/api.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'

/** Marks a message as read in one statement, so that two tabs that read two messages at once mark both. */
export async function markRead(
  db: Database,
  userId: number,
  key: ReadableKey
): Promise<Pick<User, 'is_new' | 'new_messages'>> {
  const [row] = await db
    .update(users)
    .set(
      key === 'is_new'
        ? { is_new: false }
        : { new_messages: sql`${users.new_messages} || jsonb_build_object(${key}::text, 0)` }
    )
    .where(eq(users.id, userId))
    .returning({ is_new: users.is_new, new_messages: users.new_messages })
  if (!row) throw new Error(`user ${userId} is gone`)
  return { is_new: row.is_new ? 1 : 0, new_messages: row.new_messages }
}
