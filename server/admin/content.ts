/** What staff do about the things that people made. Hiding and restoring are in reports. */
import {
  CONTENT_LISTS,
  CONTENT_STATES,
  type ContentKind,
  type ContentList,
  type ContentRow,
  statesOf
} from '../../domain/admin/content-api.ts'
import { own } from '../../domain/lib/own.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { end } from '../../domain/sessions/session.ts'
import { deleteActivity } from '../activities/edit.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { deleteGroup } from '../groups/groups.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { deleteItem } from '../publishing/items.ts'
import { deleteSession } from '../sessions/cancel.ts'
import { sessionState } from '../sessions/session-rows.ts'
import { listContent } from './content-rows.ts'

/** @throws Refused 404 for an unknown list */
export function readList(list: string): ContentList {
  return own(CONTENT_LISTS, list) === undefined ? refuse({ kind: 'notFound' }) : (list as ContentList)
}

/** One page of a list, and one row more if there is a next page. Unreadable filters are ignored. */
export async function showContent(
  { db, config }: Dependencies,
  list: ContentList,
  query: Record<string, unknown>
): Promise<ContentRow[]> {
  const before = Number(query.before)
  const wanted = {
    q: typeof query.q === 'string' ? query.q.trim() : '',
    state: CONTENT_STATES.find(state => state === query.state && statesOf(list).includes(state)) ?? null,
    before: Number.isSafeInteger(before) && before > 0 ? before : null
  }
  const rows = await listContent(db, list, wanted, config.perPage + 1)
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null
  }))
}

/** Ends a session for everyone. @throws Refused 409 when it does not run */
export async function endContent(deps: Dependencies, viewer: SignedIn, id: number, reason: Reason): Promise<void> {
  await deps.rooms.change(id, async (tx, record, row) => {
    const outcome = end(sessionState(row), deps.clock.now())
    if (!outcome.ok) return refuse(outcome.refusal)
    await deps.rooms.save(tx, record, row, outcome.value)
    const entry = { action: 'end_session', subject: 'session', subjectId: id, after: { reason } } as const
    await recordAction(tx, viewer, entry, dateAt(deps.clock))
  })
}

const DELETE = {
  session: deleteSession,
  group: deleteGroup,
  activity: (deps, viewer, id, reason) => deleteActivity(deps, viewer, String(id), reason),
  item: async (deps, viewer, id, reason) => void (await deleteItem(deps, viewer, String(id), reason))
} satisfies Record<ContentKind, (deps: Dependencies, viewer: SignedIn, id: number, reason: Reason) => Promise<void>>

/** Deletes something for good. @throws Refused 404 when it is gone */
export async function deleteContent(
  deps: Dependencies,
  viewer: SignedIn,
  { list, id }: { list: ContentList; id: number },
  reason: Reason
): Promise<void> {
  await DELETE[CONTENT_LISTS[list]](deps, viewer, id, reason)
}
