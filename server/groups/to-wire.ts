/** Groups as the documents spell them. */
import type { Hut } from '../../domain/browse/api.ts'
import type { Group } from '../../domain/groups/api.ts'
import { escapeHtml, plainText } from '../../domain/lib/plain-text.ts'
import type { GroupListRow, GroupRow, NamedActivity } from './queries.ts'

export function toWireHut(row: Omit<GroupListRow, 'parents_title' | 'total'>): Hut {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    url: `/group/${row.slug}`,
    content: row.content,
    user_count: row.user_count,
    is_joined: row.is_joined ? 1 : 0
  }
}

export function toWireGroup(
  row: GroupRow & { is_joined: boolean; parents_title: string | null },
  newest: readonly NamedActivity[]
): Group {
  return { ...toWireHut(row), parents_title: row.parents_title, challenges: newest.map(named) }
}

/** A row of a list: of the text only what it begins with, without marks. */
export function toWireListed(row: GroupListRow, newest: readonly NamedActivity[]): Group {
  // The text may have been cut inside of a mark.
  const beginning = row.content.replace(/<[^>]*$/, '')
  return {
    ...toWireHut(row),
    content: escapeHtml(plainText(beginning)),
    parents_title: row.parents_title,
    challenges: newest.map(named)
  }
}

function named({ slug, title }: NamedActivity) {
  return { slug, title, path: `/activities/${slug}` }
}
