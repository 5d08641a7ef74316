/**
 * The Atom feed of an activity: its public sessions, the newest first (D-162). An unlisted activity has none (D-159).
 */

import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { findActivity } from '../activities/activity-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Entry, type Feed, MOST_ENTRIES, toAtom } from '../lib/atom.ts'
import { listNewest, type NewSession, ofActivity } from './newest-rows.ts'

export async function loadActivityFeed({ db, config }: Dependencies, slug: string): Promise<Feed> {
  const activity = needVisible((await findActivity(db, slug)) ?? refuse({ kind: 'notFound' }), null)
  if (activity.unlisted || activity.slug !== slug) refuse({ kind: 'notFound' })
  const { id, title, created_at } = activity
  const subject = {
    ...{ id: `activity/${id}`, title, author: config.hut.name },
    ...{ path: `/activities/${slug}`, created_at: created_at.toISOString() }
  }
  const entries = (await listNewest(db, ofActivity(id), MOST_ENTRIES)).map(sessionEntry)
  return toAtom(subject, entries, config.appUrl ?? '')
}

/** A session in a feed. */
export function sessionEntry({ id, slug, title, host, started_at, created_at }: NewSession): Entry {
  const made = created_at.toISOString()
  const start = started_at ? `Starts ${started_at.toUTCString()}` : 'Starts when its host starts it'
  const by = host === null ? '' : `. By ${host}`
  return {
    ...{ id: `session/${id}`, title, path: `/sessions/${slug}` },
    ...{ published: made, updated: made, content: `<p>${escapeHtml(start + by)}</p>` }
  }
}
