import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGroupPage, updateGroupPage } from '../../domain/groups/api.ts'
import { groupOf } from '../../testing/page/groups.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { CreateGroupPage } from './CreateGroupPage.tsx'
import { UpdateGroupPage } from './UpdateGroupPage.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(forget)

const STORE = 'POST /api/groups/store'
const saved = () => json({ group: groupOf(), error: null, error_code: null })
const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
const type = (value: string) => fireEvent.change(title(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function create() {
  putPage(createGroupPage, '/groups/create', {})
  return show(<CreateGroupPage />, '/groups/create')
}

function update(isOwner: boolean) {
  putPage(updateGroupPage, '/groups/runners/update', { group: groupOf(), isOwner })
  return show(<UpdateGroupPage />, '/groups/runners/update')
}

test('creates a group and opens it', { tags: ['GRP-04', 'GRP-07', 'SEC-29'] }, async () => {
  setUser(ADA)
  const sent = respond({ [STORE]: saved })
  const router = create()
  type('Runners')
  press('Create Group')
  await waitFor(() => expect(router.state.location.pathname).toBe('/group/runners'))
  expect(sent[0]?.body).toMatchObject({ title: 'Runners' })
})

test('does not send a group without a title', { tags: 'D-113' }, async () => {
  setUser(ADA)
  const sent = respond({})
  create()
  type('  ')
  press('Create Group')
  expect(await screen.findByText('Value is required.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a refusal appears under its field; the next try sends the same key and the typed text', async () => {
  setUser(ADA)
  const message = 'Use at most 255 characters.'
  const sent = respond({ [STORE]: () => json({ message, error: message, errors: { title: message } }, 422) })
  create()
  type('Runners')
  press('Create Group')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(title().value).toBe('Runners')
  press('Create Group')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.headers['idempotency-key']).toMatch(/.{8}/)
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('a visitor signs in, and the typed group is created', {
  tags: ['GRP-27', 'SEC-52']
}, async () => {
  const sent = respond({ [STORE]: saved })
  const router = create()
  type('Runners')
  press('Create Group')
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to create a group' })
  expect(sent).toHaveLength(0)
  setUser(ADA)
  void signInSucceeded()
  await waitFor(() => expect(router.state.location.pathname).toBe('/group/runners'))
  expect(sent[0]?.body).toMatchObject({ title: 'Runners' })
})

test('the creator changes the group', { tags: 'GRP-11' }, async () => {
  setUser(ADA)
  const sent = respond({ 'PATCH /api/groups/runners/patch': saved })
  const router = update(true)
  expect(title().value).toBe('Runners')
  type('Early runners')
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Asia/Tokyo' } })
  press('Save')
  await waitFor(() => expect(router.state.location.pathname).toBe('/group/runners'))
  const changed = { title: 'Early runners', time_zone: 'Asia/Tokyo' }
  expect(sent[0]?.body).toEqual({ ...changed, revision: 0, client_uuid: expect.any(String) })
})

test('others see that only the creator can update the group, and no form', { tags: ['GRP-22', 'D-109'] }, () => {
  setUser(ADA)
  update(false)
  expect(screen.getByText('Only the creator of this group can update it.')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to the group' }).getAttribute('href')).toBe('/group/runners')
})

test("after a lost response the group takes the form's later changes and is created once", async () => {
  setUser(ADA)
  const sent = respond({ [STORE]: keyed(() => ({ group: groupOf() })), 'PATCH /api/groups/runners/patch': saved })
  const router = create()
  type('Runers')
  press('Create Group')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  type('Runners')
  press('Create Group')
  await waitFor(() => expect(router.state.location.pathname).toBe('/group/runners'))
  expect(sent.map(({ method, body }) => [method, body?.title])).toEqual([
    ['POST', 'Runers'],
    ['POST', 'Runners'],
    ['POST', 'Runers'],
    ['PATCH', 'Runners']
  ])
})

test('offers the typed text after a reload, sends it with its key, and forgets it once saved', async () => {
  setUser(ADA)
  let isDown = true
  const sent = respond({ [STORE]: () => (isDown ? Promise.reject(new TypeError('offline')) : saved()) })
  create()
  type('Runners')
  press('Create Group')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  cleanup()
  isDown = false
  const router = create()
  expect(title().value).toBe('')
  press('Restore')
  expect(title().value).toBe('Runners')
  press('Create Group')
  await waitFor(() => expect(router.state.location.pathname).toBe('/group/runners'))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
  await waitFor(() => expect(localStorage.length).toBe(0))
})

test('saves a restored draft as a change of the version that it began from', { tags: 'D-140' }, async () => {
  setUser(ADA)
  const sent = respond({ 'PATCH /api/groups/runners/patch': saved })
  update(true)
  type('Early runners')
  cleanup()
  putPage(updateGroupPage, '/groups/runners/update', {
    group: groupOf({ content: '<p>New</p>', revision: 1 }),
    isOwner: true
  })
  show(<UpdateGroupPage />, '/groups/runners/update')
  press('Restore')
  press('Save')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ title: 'Early runners', revision: 0 }))
  expect(sent[0]?.body).not.toHaveProperty('content')
})
