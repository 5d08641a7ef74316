import { sourceOf } from '../../domain/export/keys.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Transaction } from '../db/database.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockImport } from './queries.ts'

/**
 * Locks the import that rows are added for, or creates it. Refuses one that was undone or is of another file.
 * @param file its `source` names the account of another hut, or `markdown`
 */
export async function openImport(
  tx: Transaction,
  viewer: SignedIn,
  file: { uuid: string; file_name: string; source: string },
  now: Date
): Promise<{ id: number }> {
  const row = await lockImport(tx, { user_id: viewer.id, ...file, created_at: now })
  if (row.source !== file.source)
    refuse({ kind: 'conflict', message: 'This import is of another file. Start a new one.' })
  if (row.undone_at) refuse({ kind: 'conflict', message: 'This import was undone. Start a new one.' })
  return row
}

/** Names the viewer's own account in the exports of this hut. */
export function ownSource({ id, registered }: SignedIn): string {
  return sourceOf({ id, created_at: registered.toISOString() })
}
