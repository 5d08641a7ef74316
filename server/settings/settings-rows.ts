import { eq, sql } from 'drizzle-orm'
import type { HutSettings } from '../../domain/settings/settings.ts'
import type { Database, Transaction } from '../db/database.ts'
import { findRow, lockRow } from '../db/rows.ts'
import { hutSettings } from '../db/schema/operation.ts'

const ROW = 1

interface Stored {
  chosen: Partial<HutSettings>
  revision: number
}

/** The settings that admins have chosen. */
export async function getStored(db: Database): Promise<Stored> {
  return (await findRow(db, hutSettings, eq(hutSettings.id, ROW))) ?? { chosen: {}, revision: 0 }
}

/** Like `getStored`, and locks them until the transaction ends. */
export async function lockStored(tx: Transaction): Promise<Stored> {
  await tx.insert(hutSettings).values({ id: ROW, chosen: {} }).onConflictDoNothing()
  const stored = await lockRow(tx, hutSettings, eq(hutSettings.id, ROW))
  if (!stored) throw new Error('the row of the settings is gone')
  return stored
}

export async function storeSettings(tx: Transaction, chosen: Partial<HutSettings>): Promise<void> {
  const change = { chosen, revision: sql`${hutSettings.revision} + 1` }
  await tx.update(hutSettings).set(change).where(eq(hutSettings.id, ROW))
}
