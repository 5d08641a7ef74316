/** A person's page and items for component tests. */
import type { DataOf } from '../../domain/lib/page.ts'
import type { itemPage, ListedBook, personPage } from '../../domain/publishing/api.ts'
import type { Item } from '../../domain/publishing/item.ts'

export const LETTERS: ListedBook = {
  id: 90,
  slug: 'letters',
  title: 'Letters',
  path: '/ada/letters',
  status: 1,
  parents_title: null
}

export function itemOf(id: number, title: string, more: Partial<Item> = {}): Item {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return {
    id,
    slug,
    title,
    content: `<p>About ${title}.</p>`,
    is_cut: 0,
    summary: `About ${title}.`,
    status: 1,
    is_taken_down: 0,
    is_book: 0,
    type: 'item',
    parent_id: null,
    parent: null,
    group: null,
    path: `/ada/${slug}`,
    url: `/ada/${slug}`,
    order_ms: id,
    created_at: '2026-01-31T10:00:00.000Z',
    updated_at: '2026-01-31T10:00:00.000Z',
    published_at: '2026-01-31T10:00:00.000Z',
    publish_at: null,
    date: '2026-01-31',
    username: 'ada',
    is_favorite: 0,
    revision: 3,
    ...more
  }
}

/** An item in the group "Letters". */
export function letterOf(id: number, title: string, more: Partial<Item> = {}): Item {
  const { slug } = itemOf(id, title)
  return itemOf(id, title, {
    parent_id: LETTERS.id,
    parent: { title: LETTERS.title, path: LETTERS.path },
    group: { id: LETTERS.id, title: LETTERS.title },
    path: `/letters/${slug}`,
    url: `/letters/${slug}`,
    ...more
  })
}

type PersonData = DataOf<typeof personPage>

export function personDataOf(items: Item[], more: Partial<PersonData> = {}): PersonData {
  return {
    person: { id: 1, username: 'ada', title: 'Ada', path: '/ada', breadcrumbs: { person_title: 'Ada' } },
    isOwner: true,
    canSwitch: false,
    breadcrumbs: [{ title: 'Ada', path: '/ada' }],
    books: [LETTERS],
    items,
    itemsCount: items.length,
    face: null,
    following: { is_followed: 0, followers_count: 0 },
    profile: {
      since: '2026-01-31T10:00:00.000Z',
      introduction: '',
      cover: null,
      is_main: 1,
      face_id: null,
      hosted_count: 0,
      has_news: false,
      hosts: [],
      streak: null,
      sessions: [],
      goals: [],
      member_of: []
    },
    ...more
  }
}

export function itemDataOf(
  item: Item,
  items: Item[] = [],
  more: Partial<DataOf<typeof itemPage>> = {}
): DataOf<typeof itemPage> {
  const { title, path } = item
  return {
    ...personDataOf(items),
    item,
    previous: null,
    next: null,
    breadcrumbs: [{ title: 'Ada', path: '/ada' }, ...(item.parent ? [item.parent] : []), { title, path }],
    ...more
  }
}
