/** The effect of memberships and proposals on the loaded pages. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupPage, groupSessionsPage, groupsPage, myGroupsPage, updateGroupPage } from '../../domain/groups/api.ts'
import { sessionCard } from '../../testing/page/cards.ts'
import { groupDataOf, groupOf } from '../../testing/page/groups.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { toasts } from '../../testing/page/toasts.ts'
import { closeSignIn, getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { attachActivity, detachActivity, joinGroup, leaveGroup, settleProposal, takeBackProposal } from './groups.ts'
import { people } from './people.ts'
import { untagged } from './untagged.ts'

const JOIN = 'POST /api/groups/runners/join'
const LEAVE = 'DELETE /api/groups/runners/leave'
const RUNNERS = groupOf()
const READERS = groupOf({ id: 5, slug: 'readers', title: 'Readers', url: '/group/readers' })
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (message: string, status = 409) => json({ message, error: message }, status)

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser(ADA)
  putPage(groupsPage, '/groups', { groups: [RUNNERS, READERS] })
  putPage(groupsPage, '/groups?q=run', { groups: [RUNNERS] })
  putPage(myGroupsPage, '/my/groups', { groups: [RUNNERS] })
  putPage(groupPage, '/group/runners', groupDataOf(RUNNERS))
  putPage(groupSessionsPage, '/group/runners/sessions', groupDataOf(RUNNERS))
  putPage(groupPage, '/group/readers', groupDataOf(READERS))
  putPage(updateGroupPage, '/groups/runners/update', { group: RUNNERS })
})
afterEach(forget)

/** My membership of the runners and their number, without repetitions, from all loaded pages. */
function runners(): string[] {
  const lists = ['/groups', '/groups?q=run'].map(at => pageAt(groupsPage, at)?.groups[0])
  const pages = [pageAt(groupPage, '/group/runners'), pageAt(groupSessionsPage, '/group/runners/sessions')]
  const all = [
    ...lists,
    pageAt(myGroupsPage, '/my/groups')?.groups[0],
    ...pages.flatMap(page => [page?.group, page?.hut]),
    pageAt(updateGroupPage, '/groups/runners/update')?.group
  ]
  return [...new Set(all.map(group => `${group?.is_joined} of ${group?.user_count}`))]
}

test('joining updates the group on each page that shows it, and no other group', { tags: 'GRP-03' }, async () => {
  respond({ [JOIN]: () => json({ is_joined: 1, user_count: 3 }) })
  await joinGroup('runners')
  expect(runners()).toEqual(['1 of 3'])
  expect(pageAt(groupPage, '/group/readers')?.group.is_joined).toBe(0)
  expect([toasts(), reload.mock.calls.length]).toEqual([['success: You have successfully joined this hut.'], 1])
})

test('joining twice, or in another tab, does not leave the group', {
  tags: 'D-110'
}, async () => {
  const sent = respond({ [JOIN]: () => json({ is_joined: 1, user_count: 3 }) })
  await joinGroup('runners')
  await joinGroup('runners')
  expect(sent.map(({ body }) => body?.is_joined)).toEqual([1, 1])
  expect(runners()).toEqual(['1 of 3'])
})

test('leaving updates each page and hides the message about joining', { tags: 'GRP-26' }, async () => {
  respond({
    [JOIN]: () => json({ is_joined: 1, user_count: 3 }),
    [LEAVE]: () => json({ is_joined: 0, user_count: 2 })
  })
  await joinGroup('runners')
  await leaveGroup('runners')
  expect(runners()).toEqual(['0 of 2'])
  expect(toasts()).toEqual(['success: You have successfully left the hut.'])
})

test.each([
  ['is refused', () => refused('The group is full.'), 'error: The group is full.'],
  ['fails without a connection', NO_LINE, 'error: The server didn’t answer. Please try again.']
])('joining shows the error when it %s, and reloads nothing', { tags: 'GRP-03' }, async (_, response, message) => {
  respond({ [JOIN]: response })
  await joinGroup('runners')
  expect([runners(), toasts(), reload.mock.calls.length]).toEqual([['0 of 2'], [message], 0])
})

test('joins after a visitor has signed in, but not after they closed the prompt', { tags: 'GRP-27' }, async () => {
  setUser(null)
  const sent = respond({ [JOIN]: () => json({ is_joined: 1, user_count: 3 }) })
  void joinGroup('runners')
  closeSignIn()
  setUser(ADA)
  await signInSucceeded()
  expect(sent).toEqual([])
  setUser(null)
  void joinGroup('runners')
  expect(getSignIn().actionText).toBe('to join a hut')
  setUser(ADA)
  await signInSucceeded()
  expect(sent).toHaveLength(1)
})

const RUN = { slug: 'dawn', title: 'Dawn run' }
const AT = '/api/groups/runners/dawn'

test.each([
  [1, 'help: Proposed. “Dawn run” moves here once its host accepts.'],
  [0, 'help: “Dawn run” is in this group now.']
])('adding an activity says whether it was only proposed (%d)', { tags: 'D-134' }, async (is_proposed, message) => {
  respond({ [`PATCH ${AT}/attach-challenge`]: () => json({ is_proposed }) })
  await attachActivity('runners', RUN)
  expect([toasts(), reload.mock.calls.length]).toEqual([[message], 1])
})

test('a refused addition throws and shows no message itself', { tags: 'D-134' }, async () => {
  respond({ [`PATCH ${AT}/attach-challenge`]: () => refused('It is in another group.') })
  await expect(attachActivity('runners', RUN)).rejects.toThrow('It is in another group.')
  expect([toasts(), reload.mock.calls.length]).toEqual([[], 0])
})

test('taking a proposal back replaces the message about proposing', { tags: 'D-134' }, async () => {
  respond({
    [`PATCH ${AT}/attach-challenge`]: () => json({ is_proposed: 1 }),
    [`PATCH ${AT}/detach-challenge`]: () => json({})
  })
  await attachActivity('runners', RUN)
  await takeBackProposal('runners', RUN)
  expect(toasts()).toEqual(['help: “Dawn run” is no longer proposed.'])
})

test('a proposal that could not be taken back shows the refusal only', {
  tags: 'D-134'
}, async () => {
  respond({ [`PATCH ${AT}/detach-challenge`]: () => refused('Its host has accepted.') })
  await takeBackProposal('runners', RUN)
  expect(await detachActivity('runners', 'dawn')).toBe(false)
  expect([toasts(), reload.mock.calls.length]).toEqual([['error: Its host has accepted.'], 0])
})

test('accepting after declining replaces the message about declining', { tags: 'D-134' }, async () => {
  respond({
    [`PATCH ${AT}/decline-proposal`]: () => json({}),
    [`PATCH ${AT}/accept-proposal`]: () => json({})
  })
  const group = { slug: 'runners', title: 'Runners' }
  expect(await settleProposal(group, 'dawn', false)).toBe(true)
  expect(toasts()).toEqual(['info: Declined. The activity stays where it is.'])
  expect(await settleProposal(group, 'dawn', true)).toBe(true)
  expect(toasts()).toEqual(['help: The activity is in “Runners” now.'])
})

test('accepting a proposal that was taken back meanwhile shows the refusal', {
  tags: 'D-134'
}, async () => {
  respond({ [`PATCH ${AT}/accept-proposal`]: () => refused('It is no longer proposed.', 404) })
  expect(await settleProposal({ slug: 'runners', title: 'Runners' }, 'dawn', true)).toBe(false)
  expect([toasts(), reload.mock.calls.length]).toEqual([['error: It is no longer proposed.'], 0])
})

test.each([
  [0, '0 members'],
  [1, '1 member'],
  [1204, '1,204 members']
])('a group with %d members reads "%s"', (count, text) => {
  expect(people(count)).toBe(text)
})

test("removes the tag of the page's own group from cards, but keeps others", { tags: 'ACT-044' }, () => {
  const own = sessionCard({ hut_slug: 'runners' })
  const other = sessionCard({ hut_slug: 'readers' })
  const data = untagged({ group: RUNNERS, challenges: [own, other], templates: [own] })
  expect(data.challenges.map(({ hut_slug }) => hut_slug)).toEqual([null, 'readers'])
  expect(data.templates.map(({ hut_slug }) => hut_slug)).toEqual([null])
})
