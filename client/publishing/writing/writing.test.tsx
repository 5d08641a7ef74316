/** No typed text is lost, and a user can write as several persons. */
import '../../../testing/page/no-editor.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { personPage } from '../../../domain/publishing/api.ts'
import { sourcePage } from '../../../domain/publishing/source-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { itemOf, letterOf, personDataOf } from '../../../testing/page/publishing.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../../testing/page/show.tsx'
import { getUser, setUser } from '../../lib/user.ts'
import { PersonPage } from '../PersonPage.tsx'
import { SourcePage } from '../SourcePage.tsx'

const ITEM = itemOf(1, 'First')
const OK = { error: null, error_code: null }

beforeEach(() => setUser(ADA))
afterEach(async () => {
  cleanup()
  // A form that was left still sends its text.
  await new Promise(setImmediate)
  forget()
  localStorage.clear()
})

const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }))
const field = (name: string) => screen.findByRole('textbox', { name })
const write = async (name: string, value: string): Promise<void> =>
  void fireEvent.change(await field(name), { target: { value } })
const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const sentBy = (sent: Sent[], wanted: string) => sent.filter(({ method }) => method === wanted)
const reloads = {
  'GET /api/ada': () => json({ serverData: personDataOf([ITEM]) }),
  'GET /api/items/parents/search/ada': () => json([]),
  'GET /api/me/persons/ada/drafts': () => json({ drafts: [] })
}

function edit(draft: object | null, responses: Parameters<typeof respond>[0] = {}) {
  const sent = respond({ ...reloads, 'GET /api/items/1': () => json({ item: ITEM, draft }), ...responses })
  putPage(personPage, '/ada', personDataOf([ITEM]))
  return { sent, router: show(<Page />, '/ada') }
}

/** Renders nothing once a link leads to another page. */
function Page() {
  return useLocation().pathname === '/ada' && <PersonPage />
}

test('saves an edited item as a draft on the server after a pause', {
  tags: 'D-140'
}, async () => {
  const { sent } = edit(null, {
    'PUT /api/items/1/draft': () => json({ saves: 1, saved_at: '2026-02-01T10:00:00.000Z' })
  })
  await press('Edit First')
  await field('Title')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'First of' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'First of all' } })
  await vi.advanceTimersByTimeAsync(2100)
  vi.useRealTimers()
  await waitFor(() => expect(sentBy(sent, 'PUT')).toHaveLength(1))
  expect(sentBy(sent, 'PUT')[0]?.body).toMatchObject({ title: 'First of all', revision: 3, saves: 0 })
  await waitFor(() => expect(mayLeave()).toBe(true))
})

test('continues a draft from another device, and saves it with its base revision', {
  tags: 'D-140'
}, async () => {
  const draft = { title: 'From the phone', content: ITEM.content, revision: 3, saves: 4, saved_at: ITEM.created_at }
  const { sent } = edit(draft, {
    'PATCH /api/items/1': () => json({ item: { ...ITEM, title: 'From the phone' }, ...OK })
  })
  await press('Edit First')
  expect(await field('Title')).toHaveProperty('value', 'From the phone')
  await press('Save')
  await waitFor(() => expect(sentBy(sent, 'PATCH')).toHaveLength(1))
  expect(sentBy(sent, 'PATCH')[0]?.body?.itemData).toEqual({ title: 'From the phone', revision: 3 })
})

test('typing into an item on two devices shows both texts, and the person chooses', { tags: 'D-140' }, async () => {
  const theirs = { ...ITEM, title: 'From the phone', content: '<p>Typed there.</p>', saves: 5 }
  const responses = [
    () => json({ message: 'Changed.', error: 'Changed.', newer: theirs }, 409),
    () => json({ saves: 6, saved_at: ITEM.created_at })
  ]
  const { sent } = edit(null, { 'PUT /api/items/1/draft': () => (responses.shift() as () => Response)() })
  await press('Edit First')
  await field('Title')
  await write('Title', 'From here')
  await write('Content', 'Typed here.')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'From the desk' } })
  await vi.advanceTimersByTimeAsync(2100)
  vi.useRealTimers()
  const dialog = within(await screen.findByRole('dialog', { name: 'You’re typing this somewhere else too' }))
  const title = within(dialog.getByRole('group', { name: 'Title' }))
  const content = within(dialog.getByRole('group', { name: 'Content' }))
  expect(title.getByRole('radio', { name: 'Typed here From the desk' })).toHaveProperty('checked', true)
  expect(content.getByRole('radio', { name: 'Typed here Typed here.' })).toBeTruthy()
  fireEvent.click(content.getByRole('radio', { name: 'Typed there Typed there.' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(dialog.getByRole('button', { name: 'Continue with this' }))
  await vi.advanceTimersByTimeAsync(2100)
  vi.useRealTimers()
  expect(await field('Title')).toHaveProperty('value', 'From the desk')
  await waitFor(() => expect(sentBy(sent, 'PUT')).toHaveLength(2))
  expect(sentBy(sent, 'PUT')[1]?.body).toMatchObject({
    title: 'From the desk',
    content: '<p>Typed there.</p>',
    saves: 5
  })
})

test('offers text that the server did not get when the form reopens', { tags: 'D-140' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  edit(null)
  await press('Edit First')
  await write('Title', 'Without a line')
  await press('Close the form of First')
  await press('Edit First')
  expect(await field('Title')).toHaveProperty('value', 'First')
  await press('Restore')
  expect(await field('Title')).toHaveProperty('value', 'Without a line')
})

test('leaving with unsaved text in two forms asks once', { tags: 'D-140' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const warn = vi.mocked(console.warn)
  const { router } = edit(null, { 'PUT /api/items/1/draft': () => json({ saves: 1, saved_at: ITEM.created_at }) })
  await press('Add an item')
  await write('Title', 'New')
  await press('Edit First')
  const form = within(await screen.findByRole('form', { name: 'Edit First' }))
  fireEvent.change(form.getByRole('textbox', { name: 'Title' }), { target: { value: 'Old' } })
  await act(() => router.navigate('/elsewhere'))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(router.state.location.pathname).toBe('/ada')
  await press('Leave')
  expect(router.state.location.pathname).toBe('/elsewhere')
  expect(warn).not.toHaveBeenCalled()
})

test('discarding a draft deletes it from the server', { tags: 'D-140' }, async () => {
  const draft = { title: 'From the phone', content: ITEM.content, revision: 3, saves: 4, saved_at: ITEM.created_at }
  const { sent } = edit(draft, { 'DELETE /api/items/1/draft': () => json({}) })
  await press('Edit First')
  const discard = await screen.findByRole('button', { name: 'Discard it' })
  act(() => discard.focus())
  await press('Discard it')
  expect(await field('Title')).toHaveProperty('value', 'First')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  await waitFor(() => expect(sentBy(sent, 'DELETE')).toHaveLength(1))
})

test('shows an earlier version and restores it with the shown revision', { tags: 'D-140' }, async () => {
  const version = { id: 8, revision: 2, title: 'Before', summary: 'Old text.', created_at: ITEM.created_at }
  const { sent } = edit(null, {
    'GET /api/items/1/versions': () => json({ versions: [version] }),
    'GET /api/items/1/versions/8': () => json({ version: { ...version, content: '<p>All of the old text.</p>' } }),
    'POST /api/items/1/versions/8/restore': () => json({ item: { ...ITEM, title: 'Before' }, ...OK })
  })
  await press('Edit First')
  await press('Earlier versions')
  fireEvent.click(await screen.findByRole('button', { name: /^Before, until/ }))
  expect(await screen.findByText('All of the old text.')).toBeTruthy()
  await press('Show what changed')
  expect(await screen.findByText('added')).toBeTruthy()
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent).join(' ')).toContain('old')
  await press('Show the text')
  await press('Restore')
  await waitFor(() => expect(sentBy(sent, 'POST')[0]?.body).toMatchObject({ revision: 3 }))
})

const mine = (id: number, username: string, is_current: 0 | 1) => ({
  id,
  username,
  title: username,
  path: `/${username}`,
  breadcrumbs: { person_title: username },
  is_current
})

test('a user switches to another person on their own page', {
  tags: ['PUB-002', 'PUB-072', 'PUB-075', 'D-36']
}, async () => {
  const sent = respond({
    ...reloads,
    'GET /api/me/persons': () => json({ serverData: { persons: [mine(1, 'ada', 1), mine(2, 'countess', 0)] } }),
    'POST /api/me/persons/countess/switch-to': () => json({ person: mine(2, 'countess', 1), ...OK })
  })
  putPage(personPage, '/ada', personDataOf([]))
  show(<PersonPage />, '/ada')
  await press('Writing as ada')
  const list = within(await screen.findByRole('list', { name: 'Your pages' }))
  expect(list.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/ada', '/countess'])
  await press('Switch to countess')
  await waitFor(() => expect(getUser()?.person).toEqual({ id: 2, username: 'countess' }))
  expect(sentBy(sent, 'POST')).toHaveLength(1)
})

test('the page of my other person offers to switch and no editing', {
  tags: 'D-36'
}, async () => {
  const sent = respond({
    ...reloads,
    'POST /api/me/persons/ada/switch-to': () => json({ person: mine(1, 'ada', 1), ...OK })
  })
  putPage(personPage, '/ada', personDataOf([ITEM], { isOwner: false, canSwitch: true }))
  show(<PersonPage />, '/ada')
  expect(screen.queryByRole('button', { name: 'Edit First' })).toBeNull()
  await press('Switch to Ada')
  await waitFor(() => expect(sentBy(sent, 'POST')).toHaveLength(1))
})

test('a taken username shows an error under its field and keeps the text', { tags: 'PUB-073' }, async () => {
  const errors = { username: 'The username has already been taken.' }
  respond({
    'GET /api/me/persons': () => json({ serverData: { persons: [mine(1, 'ada', 1)] } }),
    'POST /api/me/persons': () => json({ message: 'No.', error: 'No.', errors }, 422)
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  putPage(personPage, '/ada', personDataOf([]))
  show(<PersonPage />, '/ada')
  await press('Writing as ada')
  await press('Create a page')
  await write('Username', 'grace')
  await press('Create')
  expect(await screen.findByText('The username has already been taken.')).toBeTruthy()
  expect(await field('Username')).toHaveProperty('value', 'grace')
})

test('adds a paraphrase of a snippet below it', { tags: ['PUB-006', 'PUB-068', 'D-42'] }, async () => {
  const data = {
    book: { id: 90, title: 'Letters', path: '/ada/letters' },
    snippet: letterOf(1, 'First'),
    person: personDataOf([]).person,
    isOwner: false,
    breadcrumbs: [{ title: 'Ada', path: '/ada' }],
    paraphrases: [{ id: 5, snippet_id: 1, content: 'Said by grace', username: 'grace', created_at: ITEM.created_at }]
  }
  const path = '/sources/letters/activities/first'
  const mineToo = { id: 6, snippet_id: 1, content: 'Said by me', username: 'ada', created_at: ITEM.created_at }
  const sent = respond({
    'POST /api/paraphrases': () => json(mineToo),
    [`GET /api${path}`]: () => json({ serverData: { ...data, paraphrases: [mineToo, ...data.paraphrases] } })
  })
  putPage(sourcePage, path, data)
  show(<SourcePage />, path)
  expect(screen.queryByRole('button', { name: 'Delete the paraphrase of grace' })).toBeNull()
  await write('Say it in your own words', 'Said by me')
  await press('Add')
  expect(await screen.findByText('Said by me')).toBeTruthy()
  expect(sentBy(sent, 'POST')[0]?.body).toMatchObject({ snippet_id: 1, content: 'Said by me' })
  expect(await field('Say it in your own words')).toHaveProperty('value', '')
  expect(screen.getByRole('button', { name: 'Delete the paraphrase of ada' })).toBeTruthy()
})

const BEGUN = { title: 'Begun on the phone', content: '<p>There</p>', parent_id: null, saves: 4 }
const DRAFT = { uuid: '11111111-1111-4111-8111-111111111111', ...BEGUN, saved_at: ITEM.created_at }
const PUT_DRAFT = `PUT /api/me/persons/ada/drafts/${DRAFT.uuid}`

test('offers a new item begun elsewhere; saving it ends the draft', {
  tags: 'D-140'
}, async () => {
  const { sent } = edit(null, {
    'GET /api/me/persons/ada/drafts': () => json({ drafts: [DRAFT] }),
    [PUT_DRAFT]: () => json({ saves: 5, saved_at: ITEM.created_at }),
    'POST /api/items': () => json({ item: { ...ITEM, title: 'Ended here', status: 0 }, ...OK })
  })
  await press('Restore')
  expect(await field('Title')).toHaveProperty('value', 'Begun on the phone')
  await write('Title', 'Ended here')
  fireEvent.keyDown(await field('Title'), { key: 's', ctrlKey: true })
  await waitFor(() => expect(sentBy(sent, 'PUT')).toHaveLength(1))
  expect(sentBy(sent, 'PUT')[0]?.body).toMatchObject({ title: 'Ended here', content: '<p>There</p>', saves: 4 })
  expect(await screen.findByText('Your draft is saved.')).toBeTruthy()
  expect(mayLeave()).toBe(true)
  await write('Title', 'Ended here too')
  await waitFor(() => expect(mayLeave()).toBe(false))
  await write('Title', 'Ended here')
  fireEvent.keyDown(await field('Title'), { key: 's', ctrlKey: true })
  await waitFor(() => expect(mayLeave()).toBe(true))
  await press('Publish later')
  fireEvent.change(await screen.findByLabelText('Publish at'), { target: { value: '2026-07-01T18:30' } })
  await waitFor(() => expect(mayLeave()).toBe(false))
  await press('Publish now instead')

  await press('Save')
  expect(await screen.findByText(/“Ended here” is saved. Only you can see it./)).toBeTruthy()
  expect(sentBy(sent, 'POST')[0]?.body).toMatchObject({ title: 'Ended here', status: 0, draft: DRAFT.uuid })
})

test('text continues in another draft when the draft was ended elsewhere', { tags: 'D-140' }, async () => {
  const ended = { ...DRAFT, title: '', content: '', saves: 0 }
  const { sent } = edit(null, {
    'GET /api/me/persons/ada/drafts': () => json({ drafts: [DRAFT] }),
    [PUT_DRAFT]: () => json({ message: 'Changed.', error: 'Changed.', newer: ended }, 409)
  })
  await press('Restore')
  await write('Title', 'Typed on')
  fireEvent.keyDown(await field('Title'), { key: 's', metaKey: true })
  await waitFor(() => expect(sentBy(sent, 'PUT')).toHaveLength(2))
  expect(sentBy(sent, 'PUT')[1]).toMatchObject({ body: { title: 'Typed on', saves: 0 } })
  expect(sentBy(sent, 'PUT')[1]?.url).not.toContain(DRAFT.uuid)
})

test('discarding a server draft deletes it there', { tags: 'D-140' }, async () => {
  let drafts = [DRAFT]
  const { sent } = edit(null, {
    'GET /api/me/persons/ada/drafts': () => json({ drafts }),
    [`DELETE /api/me/persons/ada/drafts/${DRAFT.uuid}`]: () => {
      drafts = []
      return json({})
    }
  })
  const discard = await screen.findByRole('button', { name: 'Discard' })
  act(() => discard.focus())
  await press('Discard')
  await waitFor(() => expect(sentBy(sent, 'DELETE')).toHaveLength(1))
  await waitFor(() => expect(discard.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('filling in a field clears its error', { tags: 'PUB-028' }, async () => {
  const errors = { title: 'Value is required.' }
  edit(null, {
    'POST /api/items': () => json({ message: errors.title, error: errors.title, errors }, 422),
    'PUT /api/me/persons/ada/drafts': () => json({ saves: 1, saved_at: ITEM.created_at })
  })
  await press('Add an item')
  await press('Publish')
  expect(await screen.findByText(errors.title)).toBeTruthy()
  await write('Title', 'Filled in')
  expect(screen.queryByText(errors.title)).toBeNull()
})
