/**
 * The Atom feed of an activity: its public sessions, the newest first (D-162). An unlisted activity has none (D-159).
 */

import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { findActivity } from '../activities/activity-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Feed, toAtom } from '../lib/atom.ts'
import { listNewestOf } from './listed-rows.ts'

const ENTRIES = 20

export async function loadActivityFeed({ db, config }: Dependencies, slug: string): Promise<Feed> {
  const activity = needVisible((await findActivity(db, slug)) ?? refuse({ kind: 'notFound' }), null)
  if (activity.unlisted || activity.slug !== slug) refuse({ kind: 'notFound' })
  const { id, title, created_at } = activity
  const subject = {
    ...{ id: `activity/${id}`, title, author: config.hut.name },
    ...{ path: `/activities/${slug}`, created_at: created_at.toISOString() }
  }
  const entries = (await listNewestOf(db, id, ENTRIES)).map(session => {
    const made = session.created_at.toISOString()
    const start = session.started_at ? `Starts ${session.started_at.toUTCString()}` : 'Starts when its host starts it'
    const by = session.host === null ? '' : `. By ${session.host}`
    return {
      ...{ id: `session/${session.id}`, title: session.title, path: `/sessions/${session.slug}` },
      ...{ published: made, updated: made, content: `<p>${escapeHtml(start + by)}</p>` }
    }
  })
  return toAtom(subject, entries, config.appUrl ?? '')
}
