/** Actions of the cards in lists. The response updates the screen at once. */

import * as api from '../../domain/activities/api.ts'
import { type Card, eventsPage, homePage } from '../../domain/browse/api.ts'
import { groupPage, groupSessionsPage } from '../../domain/groups/api.ts'
import { myListPage } from '../../domain/lists/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { readInterests } from './interests.ts'

type Membership = Pick<Card, 'is_joined' | 'participants_count'>

export async function follow(slug: string): Promise<void> {
  await requireSignIn('to follow an activity', () =>
    call(api.followActivity, { params: { challenge: slug }, body: {} }).then(membership => {
      changeCard('activity', slug, membership)
      toast.success('You have successfully followed this activity.', { id: `followed-${slug}` })
    }, showRefusal)
  )
}

export function unfollow(slug: string): Promise<void> {
  return call(api.unfollowActivity, { params: { challenge: slug } }).then(membership => {
    changeCard('activity', slug, membership)
    toast.success('You no longer follow this activity.', { id: `followed-${slug}` })
  }, showRefusal)
}

/** The address of a random activity that fits the person's interests; null when there is none (D-65). */
export async function findRandomActivity(): Promise<string | null> {
  const interests = readInterests()
  return call(api.randomActivity, { body: interests.length > 0 ? { interests } : {} }).then(
    ({ path }) => path,
    () => null
  )
}

const LISTS = [homePage, eventsPage, api.activitiesPage, groupPage, groupSessionsPage] as const

/** Updates the card on every loaded page, also on those that Back leads to. */
export function changeCard(kind: Card['kind'], slug: string, membership: Membership): void {
  const change = <C extends Card>(card: C): C =>
    card.kind === kind && card.slug === slug
      ? { ...card, is_joined: membership.is_joined, participants_count: membership.participants_count }
      : card
  changePages(LISTS, data => ({ ...data, challenges: data.challenges.map(change) }))
  changePages(myListPage, data => ({ ...data, challenges: data.challenges.map(change) }))
  // A joined session also belongs to my day.
  if (kind === 'session') void reloadPages(todayPage)
  changePages([api.activityPage, api.activitySessionsPage], data => ({
    ...data,
    challenge: change(data.challenge),
    challengeEvents: data.challengeEvents.map(change)
  }))
}

function showRefusal(error: unknown): void {
  toast.error(messageOf(error))
}
