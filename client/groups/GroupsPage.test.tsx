import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Group } from '../../domain/groups/api.ts'
import { listOf } from '../../testing/page/cards.ts'
import { groupOf } from '../../testing/page/groups.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { GroupsPage } from './GroupsPage.tsx'
import { MyGroupsPage } from './MyGroupsPage.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('visitor-warning', '1')
})
afterEach(() => {
  queryClient.setQueryDefaults(['page'], {})
  forget()
})

/** Every address returns these groups. */
function open(at: string, groups: Group[], Page = GroupsPage) {
  const { terms, difficulties } = listOf([])
  queryClient.setQueryDefaults(['page'], {
    initialData: { groups, groupsCount: groups.length, terms, difficulties }
  })
  const router = show(<Page />, at)
  return () => router.state.location.pathname + router.state.location.search
}

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => groupOf({ id: n, slug: `g-${n}`, title: `G ${n}` }))
const button = (name: RegExp | string) => screen.getByRole('button', { name })
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a card shows text, newest activities and members of a group, and links to it', {
  tags: ['GRP-05', 'SEC-04']
}, () => {
  const challenges = [{ slug: 'dawn', title: 'Dawn run', path: '/activities/dawn' }]
  open('/groups', [groupOf({ challenges, user_count: 1204 })])
  const card = within(screen.getByRole('article'))
  expect(card.getByRole('link', { name: 'Runners' }).getAttribute('href')).toBe('/group/runners')
  for (const text of ['We run early.', 'Dawn run', '1,204 members']) expect(card.getByText(text)).toBeTruthy()
})

test('shows the title of the parent group in brackets', { tags: 'GRP-40' }, () => {
  open('/groups', [groupOf({ parents_title: 'Health' })])
  expect(href('Runners (Health)')).toBe('/group/runners')
})

test('links to the form for a new group', { tags: 'GRP-14' }, () => {
  open('/groups', [groupOf()])
  expect(href('Create a New Group')).toBe('/groups/create')
})

test.each(['/groups', '/huts'])(
  'on %s the title switches between all groups and mine',
  { tags: ['GRP-06', 'GRP-12', 'GRP-13', 'GRP-16'] },
  async at => {
    setUser(ADA)
    // happy-dom has no popovers.
    HTMLElement.prototype.hidePopover ??= () => {}
    const address = open(at, [groupOf()])
    fireEvent.click(button('All groups'))
    fireEvent.click(await screen.findByText('My groups'))
    await waitFor(() => expect(address()).toBe(`${at}?joined=1`))
    fireEvent.click(button('My groups'))
    fireEvent.click(await screen.findByText('All groups'))
    await waitFor(() => expect(address()).toBe(at))
  }
)

test('the address holds the filters, and each can be removed', {
  tags: ['GRP-17', 'GRP-18', 'GRP-19', 'GRP-20']
}, async () => {
  const address = open('/groups?category=running&difficulty=6&templates=1&q=run&page=2', [groupOf()])
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search groups' }).value).toBe('run')
  fireEvent.click(screen.getByRole('link', { name: 'Remove the filter Running' }))
  await waitFor(() => expect(address()).toBe('/groups?difficulty=6&templates=1&q=run'))
  fireEvent.click(button(/^Filter/))
  fireEvent.change(await screen.findByLabelText('Difficulty'), { target: { value: '' } })
  fireEvent.click(await screen.findByRole('switch', { name: 'Templates only' }))
  await waitFor(() => expect(address()).toBe('/groups?q=run'))
})

test('offers the next page when the data has one group more than per_page', { tags: 'GRP-15' }, () => {
  open('/groups?page=2', many(11))
  expect(screen.getAllByRole('article')).toHaveLength(10)
  expect([href('Previous'), href('Next')]).toEqual(['/groups', '/groups?page=3'])
})

test('an empty list says why and offers to show all', () => {
  open('/groups?q=zebra', [])
  expect(screen.getByText('No matching groups. Try fewer words or other filters.')).toBeTruthy()
  expect(href('Show them all')).toBe('/groups')
})

test('joining from a card shows a message and changes the card at once', {
  tags: ['GRP-02', 'GRP-25', 'SEC-19']
}, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/groups/runners/join': () => json({ is_joined: 1, user_count: 3 }) })
  open('/groups', [groupOf()])
  button('Join Runners').focus()
  fireEvent.click(button('Join Runners'))
  expect(await screen.findByText('You have successfully joined this hut.')).toBeTruthy()
  expect(screen.getByText('3 members')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('article').contains(document.activeElement)).toBe(true))
  expect(screen.getByText('Joined')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join Runners' })).toBeNull()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ is_joined: 1 })
})

test('a visitor signs in, and then joins the hut', {
  tags: ['GRP-27', 'HDR-49', 'SEC-51']
}, async () => {
  const sent = respond({ 'POST /api/groups/runners/join': () => json({ is_joined: 1, user_count: 3 }) })
  open('/groups', [groupOf()])
  fireEvent.click(button('Join Runners'))
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to join a hut' })
  expect(sent).toHaveLength(0)
  setUser(ADA)
  void signInSucceeded()
  expect(await screen.findByText('You have successfully joined this hut.')).toBeTruthy()
})

test('a refusal shows its message and keeps the card unchanged', async () => {
  setUser(ADA)
  respond({ 'POST /api/groups/runners/join': () => json({ message: 'Gone.', error: 'Gone.' }, 404) })
  open('/groups', [groupOf()])
  fireEvent.click(button('Join Runners'))
  expect(await screen.findByText('Gone.')).toBeTruthy()
  expect(screen.getByText('2 members')).toBeTruthy()
})

test('lists my groups', { tags: 'MYS-18' }, () => {
  setUser(ADA)
  open('/my/groups', [groupOf({ is_joined: 1 })], MyGroupsPage)
  expect(href('Runners')).toBe('/group/runners')
})

test('a user without groups sees links to all groups and to a new one', { tags: 'MYS-18' }, () => {
  setUser(ADA)
  open('/my/groups', [], MyGroupsPage)
  expect(screen.getByText("You haven't joined any groups yet.")).toBeTruthy()
  expect([href('Browse groups'), href('Create a New Group')]).toEqual(['/groups', '/groups/create'])
})

test('a visitor sees a sign-in prompt instead of their groups', { tags: 'D-46' }, () => {
  open('/groups?joined=1', [])
  expect(screen.getByText('Sign in or register to see your groups.')).toBeTruthy()
})
