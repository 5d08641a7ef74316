/** Following persons, books and activities. Each change updates the loaded pages. */
import { unfollowActivity } from '../../../domain/activities/api.ts'
import { itemPage, personPage } from '../../../domain/publishing/api.ts'
import {
  type FollowedPage,
  type Following,
  followBook,
  followingPage,
  followPerson
} from '../../../domain/publishing/following-api.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

/** A page that can be followed. */
export type Followable = { id: number; title: string } & ({ kind: 'person'; username: string } | { kind: 'book' })

/** Follows a page. A visitor signs in first. */
export async function follow(page: Followable): Promise<void> {
  await requireSignIn('to follow this page', () =>
    set(page, 1).then(
      () => toast.success(`You follow ${page.title}. New things are in your inbox.`, { id: idOf(page) }),
      showRefusal
    )
  )
}

export function unfollow(page: Followable): Promise<void> {
  return set(page, 0).then(() => {
    toast.success(`You no longer follow ${page.title}.`, { id: idOf(page) })
  }, showRefusal)
}

export function stopActivity({ slug, title }: { slug: string; title: string }): Promise<void> {
  return call(unfollowActivity, { params: { challenge: slug } }).then(() => {
    const stays = (one: { slug: string }): boolean => one.slug !== slug
    changePages(followingPage, page => ({ ...page, activities: page.activities.filter(stays) }))
    toast.success(`You no longer follow ${title}.`, { id: `followed-${slug}` })
  }, showRefusal)
}

async function set(page: Followable, is_on: 0 | 1): Promise<void> {
  const { kind, id } = page
  const { is_followed, followers_count } =
    page.kind === 'person'
      ? await call(followPerson, { params: { username: page.username }, body: { is_on } })
      : await call(followBook, { params: { item: String(id) }, body: { is_on } })
  const following: Following = { is_followed, followers_count }
  if (kind === 'person') {
    changePages(personPage, page => (page.person.id === id ? { ...page, following } : page))
  } else changePages(itemPage, page => (page.item.id === id ? { ...page, following } : page))
  if (is_on === 1) return
  const others = <One extends FollowedPage>(pages: One[]): One[] => pages.filter(one => one.id !== id)
  changePages(followingPage, page =>
    kind === 'person' ? { ...page, people: others(page.people) } : { ...page, books: others(page.books) }
  )
}

const idOf = ({ kind, id }: Followable): string => `followed-${kind}-${id}`

function showRefusal(error: unknown): void {
  toast.error(messageOf(error))
}
