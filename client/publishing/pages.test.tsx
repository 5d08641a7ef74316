import '../../testing/page/no-editor.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { itemPage, personPage } from '../../domain/publishing/api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { sessionCard } from '../../testing/page/cards.ts'
import { putPage } from '../../testing/page/pages.ts'
import { itemDataOf, itemOf, LETTERS, letterOf, personDataOf } from '../../testing/page/publishing.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { $removing } from '../ui/rows/remove-soon.ts'
import { ItemPage } from './ItemPage.tsx'
import { PersonPage } from './PersonPage.tsx'
import { removeItemSoon } from './publishing.ts'

beforeEach(() => setUser(ADA))
afterEach(async () => {
  cleanup()
  // A form that was left still sends its text.
  await new Promise(setImmediate)
  forget()
  $removing.set([])
  localStorage.clear()
})

function openPerson(items: Item[], more: Parameters<typeof personDataOf>[1] = {}) {
  putPage(personPage, '/ada', personDataOf(items, more))
  return show(<Pages />, '/ada')
}

/** Renders nothing once a link leads to another page. */
function Pages() {
  return useLocation().pathname === '/ada' && <PersonPage />
}

function openItem(item: Item, items: Item[] = [], more: Parameters<typeof itemDataOf>[2] = {}) {
  putPage(itemPage, item.path, itemDataOf(item, items, more))
  return show(<ItemPage />, item.path)
}

/** The requests of the page after a change. */
const reloads = (items: Item[]) => ({
  'GET /api/ada': () => json({ serverData: personDataOf(items) }),
  'GET /api/items/parents/search/ada': () => json([{ ...LETTERS, parents_title: null, is_favorite: 0 }])
})

const found = (item: Item) => ({ [`GET /api/items/${item.id}`]: () => json({ item, draft: null }) })
const titles = () => screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))
const card = (name: string) => within(screen.getByRole('article', { name }))
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const pressOf = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const patches = (sent: Sent[]) =>
  sent.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body?.itemData])

test('a visitor reads items with their groups and days', {
  tags: ['PUB-004', 'PUB-007', 'PUB-029', 'PUB-030']
}, () => {
  setUser(null)
  openPerson([letterOf(2, 'Second'), itemOf(1, 'First')], { isOwner: false })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada')
  expect(titles()).toEqual(['Second', 'First'])
  expect(card('Second').getByRole('link', { name: 'Letters' }).getAttribute('href')).toBe('/ada/letters')
  expect(card('First').queryByRole('link', { name: 'Letters' })).toBeNull()
  expect(card('First').getByText('Saturday, 01/31/2026')).toBeTruthy()
  expect(card('First').getByText('About First.')).toBeTruthy()
})

test('groups and titles of items link to their own addresses', {
  tags: ['PUB-008', 'PUB-009', 'PUB-010']
}, () => {
  openPerson([itemOf(1, 'First')], { isOwner: false })
  const side = within(screen.getByRole('complementary', { name: 'Groups of Ada' }))
  expect(side.getByRole('link', { name: 'Letters' }).getAttribute('href')).toBe('/ada/letters')
  expect(screen.getByRole('link', { name: 'First' }).getAttribute('href')).toBe('/ada/first')
  expect(side.getByRole('link', { name: 'Feed of Ada' }).getAttribute('href')).toBe('/ada/feed.atom')
})

test('shows the day of creation, and the day of publishing if it differs', { tags: 'PUB-030' }, () => {
  openPerson([itemOf(1, 'First', { published_at: '2026-02-03T10:00:00.000Z' })], { isOwner: false })
  expect(card('First').getByText('Saturday, 01/31/2026')).toBeTruthy()
  expect(card('First').getByText('Tuesday, 02/03/2026')).toBeTruthy()
})

test('says that an admin took an item down', { tags: 'D-149' }, () => {
  openPerson([itemOf(1, 'First', { status: 0, is_taken_down: 1 })], { isOwner: false })
  expect(card('First').getByText('Taken down by a site admin')).toBeTruthy()
})

test('shows no edit buttons to other people', { tags: ['PUB-037', 'PUB-044', 'PUB-027'] }, () => {
  openPerson([itemOf(1, 'First')], { isOwner: false })
  expect(screen.queryByRole('button', { name: 'Add an item' })).toBeNull()
  expect(screen.queryByRole('button', { name: /First/ })).toBeNull()
})

test('a site admin may only unpublish and delete items of others', { tags: 'D-117' }, () => {
  setUser({ ...ADA, role_id: 10 })
  openPerson([itemOf(1, 'First')], { isOwner: false })
  expect(
    card('First')
      .getAllByRole('button')
      .map(one => one.getAttribute('aria-label') ?? one.textContent)
  ).toEqual(['Unpublish First', 'Delete'])
})

test('a site admin removes the picture of another person', async () => {
  setUser({ ...ADA, role_id: 10 })
  const face = { url: '/uploads/a.webp', urls: { default: '/uploads/a.webp' }, width: 48, height: 48 }
  const sent = respond({ 'DELETE /api/me/persons/ada/picture': () => json({}) })
  openPerson([], { isOwner: false, face })
  await pressOf('Remove the picture')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove the picture' })).toBeNull())
  expect(sent.map(({ method }) => method)).toContain('DELETE')
})

test('an item shows its person, group and neighbours', { tags: ['PUB-005', 'PUB-011'] }, () => {
  const [previous, next] = [
    { title: 'Before', path: '/letters/before' },
    { title: 'After', path: '/letters/after' }
  ]
  openItem(letterOf(1, 'First'), [], { isOwner: false, previous, next })
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getAllByRole('listitem').map(one => one.textContent)).toEqual(['Ada', 'Letters', 'First'])
  expect(crumbs.getByRole('link', { name: 'Letters' }).getAttribute('href')).toBe('/ada/letters')
  expect(screen.getByRole('link', { name: 'Previous: Before' }).getAttribute('href')).toBe('/letters/before')
  expect(screen.getByRole('link', { name: 'In other words' }).getAttribute('href')).toBe('/sources/90/activities/first')
  expect(screen.getByRole('link', { name: 'Next: After' }).getAttribute('href')).toBe('/letters/after')
})

test('a byline names the writer, the reading time, and the days of publishing and of the last change', {
  tags: ['PUB-005', 'PUB-030']
}, () => {
  const face = { url: '/uploads/a.webp', urls: { default: '/uploads/a.webp' }, width: 48, height: 48 }
  const content = `<p>${'word '.repeat(700)}</p>`
  openItem(letterOf(1, 'First', { content, updated_at: '2026-02-03T10:00:00.000Z' }), [], { isOwner: false, face })
  const byline = screen.getByText('3 min read').closest('div') as HTMLElement
  expect(within(byline).getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/ada')
  expect(byline.textContent).toBe('Ada3 min readLettersSaturday, 01/31/2026Changed Tuesday, 02/03/2026')
  expect(byline.parentElement?.querySelector('img')?.getAttribute('src')).toBe('/uploads/a.webp')
  cleanup()
  openItem(letterOf(1, 'First'), [], { isOwner: false })
  expect(screen.getByText('1 min read')).toBeTruthy()
  expect(screen.queryByText(/^Changed/)).toBeNull()
})

test('a group shows its text and items', { tags: 'PUB-057' }, () => {
  const book = itemOf(LETTERS.id, 'Letters', { is_book: 1, type: 'book' })
  openItem(book, [letterOf(2, 'Second'), letterOf(1, 'First')], { isOwner: false })
  expect(screen.getByText('About Letters.')).toBeTruthy()
  expect(titles()).toEqual(['Second', 'First'])
})

test('an empty page says so to its owner', { tags: 'PUB-007' }, () => {
  openPerson([])
  expect(
    screen.getByText("You haven't written anything yet. Add an item, and everyone who opens this page can read it.")
  ).toBeTruthy()
})

test('a visitor sees nothing empty on a profile', () => {
  setUser(null)
  openPerson([], { isOwner: false, books: [] })
  expect(screen.getByText('Here since January 2026')).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryAllByRole('heading')).toHaveLength(1)
  expect(screen.queryByText(/None|anything yet|Feed/)).toBeNull()
})

test('someone who only makes activities or sessions has a feed too', { tags: 'D-162' }, () => {
  setUser(null)
  openPerson([], { isOwner: false, books: [], profile: { ...personDataOf([]).profile, has_news: true } })
  expect(screen.getByRole('link', { name: 'Feed of Ada' })).toBeTruthy()
})

test('a group that is not published offers the feed of its person', { tags: 'D-162' }, () => {
  const book = itemOf(LETTERS.id, 'Letters', { is_book: 1, type: 'book' })
  openItem(book, [], { books: [{ ...LETTERS, status: 0 }] })
  expect(screen.getByRole('link', { name: 'Feed of Ada' }).getAttribute('href')).toBe('/ada/feed.atom')
})

test('only others who are signed in can block the person of a profile', { tags: ['D-164', 'D-35'] }, async () => {
  const menu = () => screen.queryByRole('button', { name: 'Menu of ada' })
  const open = (more: Parameters<typeof openPerson>[1]) => {
    cleanup()
    return openPerson([], { isOwner: false, ...more })
  }
  setUser({ ...ADA, username: 'grace' })
  open({})
  await waitFor(() => expect(menu()).not.toBeNull())
  fireEvent.click(menu() as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Block ada' })).toBeTruthy()
  open({ profile: { ...personDataOf([]).profile, is_main: 0 } })
  expect(menu()).toBeNull()
  open({ isOwner: true })
  expect(menu()).toBeNull()
  setUser(null)
  open({})
  expect(menu()).toBeNull()
})

test('a profile shows hosted sessions and groups before the texts', () => {
  setUser(null)
  const profile = {
    ...personDataOf([]).profile,
    hosted_count: 4,
    hosts: [sessionCard({ title: 'Dawn pages', path: '/sessions/dawn' })],
    member_of: [{ title: 'Early writers', path: '/group/early-writers', members_count: 12 }]
  }
  openPerson([itemOf(1, 'First')], { isOwner: false, profile })
  expect(screen.getByText('Here since January 2026')).toBeTruthy()
  expect(screen.getByText('4 sessions hosted')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dawn pages' }).getAttribute('href')).toBe('/sessions/dawn')
  expect(screen.getByRole('link', { name: 'Early writers 12 members' }).getAttribute('href')).toBe(
    '/group/early-writers'
  )
  const texts = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(texts).toEqual(['Ada', 'Hosting', 'Member of', 'First'])
})

test('a profile shows the streak, sessions and goals that the person chose', { tags: 'D-163' }, () => {
  setUser(null)
  const goal = {
    ...{ id: 5, username: 'ada', cheers: 2, cheered: 0 as const },
    title: 'Drink water',
    status: 1,
    unit: 'glasses',
    amount: 8,
    amount_per_log: null,
    completions_required: null,
    is_limit: 0 as const,
    distance: null,
    duration: 0,
    repeats: { every: 'day' as const, weekdays: [] },
    done: { amount: 2, distance: 0, duration: 0 },
    items_count: 0,
    items_ticked: 0,
    met_in_a_row: 3
  }
  const run = { ...goal, id: 6, title: 'Run', unit: '', amount: null, distance: 5, repeats: null, met_in_a_row: 0 }
  const profile = {
    ...personDataOf([]).profile,
    streak: 81,
    sessions: [sessionCard({ title: 'Dawn pages', path: '/sessions/dawn' })],
    goals: [goal, { ...run, cheers: 0, done: { amount: 0, distance: 1, duration: 0 } }]
  }
  openPerson([], { isOwner: false, profile })
  expect(screen.getByText('81 days in a row')).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Taking part in' })).getByRole('link', { name: 'Dawn pages' })
  ).toBeTruthy()
  const goals = within(screen.getByRole('region', { name: 'Goals' })).getAllByRole('listitem')
  expect(goals.map(({ textContent }) => textContent)).toEqual([
    '25%Drink water2 of 8 glasses today3 days in a row2',
    '20%Run1 of 5 milesCheer'
  ])
})

test('the owner edits the name and the introduction, which visitors read above the texts', async () => {
  const profile = { ...personDataOf([]).profile, introduction: 'I write slowly.' }
  const sent = respond({
    'PATCH /api/me/persons/ada': () => json({ person: personDataOf([]).person, error: null, error_code: null }),
    'GET /api/ada': () => json({ serverData: personDataOf([], { profile }) })
  })
  openPerson([])
  await pressOf('Edit page')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Introduction' }), {
    target: { value: 'I write slowly.' }
  })
  await pressOf('Save')
  expect(await screen.findByText('I write slowly.', { selector: 'p' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Introduction' })).toBeNull())
  const [patch] = sent.filter(({ method }) => method === 'PATCH')
  expect(patch?.body).toMatchObject({ title: 'Ada', introduction: 'I write slowly.' })
})

test('the focus stays near the cover once it is removed', async () => {
  const cover = { url: '/uploads/c.webp', urls: { default: '/uploads/c.webp' }, width: 1600, height: 400 }
  respond({
    'DELETE /api/me/persons/ada/cover': () => json({}),
    'GET /api/ada': () => json({ serverData: personDataOf([]) })
  })
  openPerson([], { profile: { ...personDataOf([]).profile, cover } })
  await pressOf('Edit page')
  const remove = await screen.findByRole('button', { name: 'Remove the cover' })
  act(() => remove.focus())
  fireEvent.click(remove)
  expect(remove).toHaveProperty('disabled', false)
  expect(await screen.findByRole('button', { name: 'Choose a cover' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('visitors see the cover and no form', () => {
  setUser(null)
  const cover = { url: '/uploads/c.webp', urls: { default: '/uploads/c.webp' }, width: 1600, height: 400 }
  openPerson([], { isOwner: false, profile: { ...personDataOf([]).profile, cover } })
  expect(document.querySelector('img[src="/uploads/c.webp"]')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit page' })).toBeNull()
})

test('the owner adds an item to a group with a form that opens and closes', {
  tags: ['PUB-035', 'PUB-036', 'PUB-052']
}, async () => {
  const made = letterOf(7, 'New')
  const sent = respond({
    ...reloads([made]),
    'POST /api/items': () => json({ item: made, error: null, error_code: null })
  })
  openPerson([])
  await pressOf('Add an item')
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Title' }))
  type('Title', 'New')
  await pressOf('Parent group: None')
  await pressOf('Letters')
  await screen.findByRole('button', { name: 'Parent group: Letters' })
  await pressOf('Publish')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New item' })).toBeNull())
  const post = sent.find(({ method }) => method === 'POST')
  expect(post?.body).toMatchObject({ title: 'New', content: '', parent_id: LETTERS.id })
  expect(post?.headers['idempotency-key']).toBeTruthy()
  expect(await screen.findByText('“New” is published.')).toBeTruthy()
})

test("keeps a new item's text when the connection breaks, the form closes or the page is left", {
  tags: ['PUB-036', 'D-108']
}, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  respond({})
  openPerson([])
  await pressOf('Add an item')
  type('Title', 'Kept')
  await pressOf('Publish')
  expect(await screen.findByText(/The server didn’t answer/)).toBeTruthy()
  await pressOf('Close the form')
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  await pressOf('Add an item')
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Kept')
  cleanup()
  openPerson([])
  await pressOf('Restore')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Kept')
})

test("the server's errors appear under their fields", { tags: 'PUB-028' }, async () => {
  const errors = { title: 'This field is required.' }
  respond({ 'POST /api/items': () => json({ message: 'No.', error: 'No.', errors }, 422) })
  openPerson([])
  await pressOf('Add an item')
  await pressOf('Publish')
  expect(await screen.findByText('This field is required.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Title' }).getAttribute('aria-invalid')).toBe('true')
})

test('the pencil edits an item in place, and saving sends the changes', {
  tags: ['PUB-023', 'PUB-032', 'PUB-053']
}, async () => {
  const item = letterOf(1, 'First')
  const sent = respond({
    ...reloads([{ ...item, title: 'Better' }]),
    ...found(item),
    'PATCH /api/items/1': () => json({ item: { ...item, title: 'Better' }, error: null, error_code: null })
  })
  openPerson([item])
  await pressOf('Edit First')
  const form = await screen.findByRole('form', { name: 'Edit First' })
  expect(within(form).getByRole('button', { name: 'Parent group: Letters' })).toBeTruthy()
  type('Title', 'Better')
  await pressOf('Save')
  await waitFor(() => expect(titles()).toEqual(['Better']))
  expect(patches(sent)).toEqual([['/api/items/1', { title: 'Better', revision: 3 }]])
})

test('the close icon closes the form and keeps the typed text', {
  tags: 'PUB-033'
}, async () => {
  const item = itemOf(1, 'First')
  let draft: object | null = null
  respond({
    'GET /api/items/1': () => json({ item, draft }),
    'PUT /api/items/1/draft': ({ body }) => {
      draft = { ...body, saves: 1, saved_at: item.created_at }
      return json({ saves: 1, saved_at: item.created_at })
    },
    'DELETE /api/items/1/draft': () => json({})
  })
  openPerson([item])
  await pressOf('Edit First')
  await screen.findByRole('form', { name: 'Edit First' })
  type('Title', 'Half a ti')
  await pressOf('Close the form of First')
  expect(card('First').getByText('About First.')).toBeTruthy()
  await pressOf('Edit First')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Half a ti')
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  await pressOf('Discard it')
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'First')
})

test('a save that meets a newer state shows both, and the person chooses', { tags: 'D-140' }, async () => {
  const item = itemOf(1, 'First')
  const newer = { ...item, title: 'Theirs', revision: 4 }
  const responses = [
    () => json({ message: 'Changed.', error: 'Changed.', newer }, 409),
    () => json({ item: { ...newer, title: 'Mine' }, error: null, error_code: null })
  ]
  const sent = respond({
    ...reloads([{ ...item, title: 'Mine' }]),
    ...found(item),
    'PATCH /api/items/1': () => (responses.shift() as () => Response)()
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  openPerson([item])
  await pressOf('Edit First')
  await screen.findByRole('form', { name: 'Edit First' })
  type('Title', 'Mine')
  await pressOf('Save')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: /Theirs/ })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(titles()).toEqual(['Mine']))
  expect(patches(sent).at(-1)).toEqual(['/api/items/1', { title: 'Mine', revision: 4 }])
})

test('deletes an item from its form after a confirmation', {
  tags: ['PUB-027', 'PUB-054', 'PUB-063', 'D-118']
}, async () => {
  const item = itemOf(1, 'First')
  const sent = respond({
    ...reloads([]),
    ...found(item),
    'DELETE /api/items/1': () => json({ slug: 'first', error: null, error_code: null })
  })
  openPerson([item])
  await pressOf('Edit First')
  await screen.findByRole('form', { name: 'Edit First' })
  await pressOf('Delete')
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' })
  const deletes = () => sent.filter(({ method }) => method === 'DELETE')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(confirm)
  await vi.advanceTimersByTimeAsync(9000)
  expect([screen.queryByRole('article'), deletes().length]).toEqual([null, 0])
  await vi.advanceTimersByTimeAsync(1500)
  vi.useRealTimers()
  await waitFor(() => expect(deletes()).toHaveLength(1))
})

test('Undo restores a deleted item within ten seconds; closing the page deletes it at once', {
  tags: 'D-118'
}, async () => {
  const item = itemOf(2, 'Second')
  const sent = respond({ ...reloads([item]), 'DELETE /api/items/2': () => json({ slug: 'second' }) })
  openPerson([item])
  await screen.findByRole('article')
  act(() => removeItemSoon(item))
  expect(screen.queryByRole('article')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('article')).toBeTruthy()
  window.dispatchEvent(new Event('pagehide'))
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])

  act(() => removeItemSoon(item))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
})

test('the eye shows whether an item is published, and toggles it', {
  tags: ['PUB-049', 'PUB-050', 'PUB-051', 'PUB-055', 'PUB-056']
}, async () => {
  const item = itemOf(1, 'First')
  const sent = respond({
    ...reloads([{ ...item, status: 0 }]),
    'PATCH /api/items/1': () => json({ item: { ...item, status: 0 }, error: null, error_code: null })
  })
  openPerson([item])
  expect((await screen.findByRole('button', { name: 'Unpublish First' })).title).toBe('Published')
  await pressOf('Unpublish First')
  expect((await screen.findByRole('button', { name: 'Publish First' })).title).toBe('Unpublished')
  expect(card('First').getByText('Unpublished')).toBeTruthy()
  await waitFor(() => expect(patches(sent)).toEqual([['/api/items/1', { status: 0 }]]))
})

test('the arrows move an item, keep the focus, and save the order', {
  tags: ['PUB-039', 'PUB-040', 'PUB-041', 'PUB-043']
}, async () => {
  const items = [itemOf(30, 'Third'), itemOf(20, 'Second'), itemOf(10, 'First')]
  const sent = respond({ 'PATCH /api/items/10': () => json({ item: items[2], error: null, error_code: null }) })
  openPerson(items)
  await pressOf('Move First up')
  await waitFor(() => expect(titles()).toEqual(['Third', 'First', 'Second']))
  expect(document.activeElement).toBe(button('Move First up'))
  expect(screen.getByText('First is at place 2 of 3.')).toBeTruthy()
  await waitFor(() => expect(patches(sent)).toEqual([['/api/items/10', { order_ms: 25 }]]))
  expect(button('Move Third up').getAttribute('aria-disabled')).toBe('true')
})

test('the first and last item of a page move to the previous and next page', {
  tags: ['PUB-039', 'PUB-040', 'PUB-045']
}, async () => {
  const all = Array.from({ length: 30 }, (_, index) => itemOf(1000 - index * 10, `Item ${index}`))
  const page = (number: number) => all.slice((number - 1) * 10, number * 10 + 1)
  const saved = () => json({ item: itemOf(900, 'Item 10'), error: null, error_code: null })
  const sent = respond({
    'PATCH /api/items/900': saved,
    'PATCH /api/items/800': saved,
    'GET /api/ada': () => json({ serverData: personDataOf(page(1)) }),
    'GET /api/ada?page=2': () => json({ serverData: personDataOf(all.slice(11, 22)) }),
    'GET /api/ada?page=3': () => json({ serverData: personDataOf(all.slice(21)) })
  })
  putPage(personPage, '/ada?page=2', personDataOf(page(2)))
  show(<Pages />, '/ada?page=2')
  await pressOf('Move Item 10 up')
  expect(await screen.findByText('Item 10 is on the previous page.')).toBeTruthy()
  // Between the last two items of the previous page, 920 and 910.
  await waitFor(() => expect(patches(sent)).toEqual([['/api/items/900', { order_ms: 915 }]]))
  await waitFor(() => expect(card('Item 11').getAllByRole('button')).toContain(document.activeElement))
  await pressOf('Move Item 20 down')
  expect(await screen.findByText('Item 20 is on the next page.')).toBeTruthy()
  await waitFor(() => expect(patches(sent).at(-1)).toEqual(['/api/items/800', { order_ms: 785 }]))
})

test('an order that could not be saved is undone with a message', { tags: 'PUB-043' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const items = [itemOf(20, 'Second'), itemOf(10, 'First')]
  respond({ ...reloads(items), 'PATCH /api/items/20': () => json({ message: 'No.', error: 'No.' }, 500) })
  openPerson(items)
  await pressOf('Move Second down')
  expect(await screen.findByText('We couldn’t save the order. No.')).toBeTruthy()
  await waitFor(() => expect(titles()).toEqual(['Second', 'First']))
})

const groups = (...starred: number[]) =>
  [
    { ...LETTERS, parents_title: null },
    { id: 91, slug: 'travel', title: 'Travel diary', path: '/ada/travel', status: 1, parents_title: null }
  ].map(group => ({ ...group, is_favorite: starred.includes(group.id) ? 1 : 0 }))
const SEARCH = 'GET /api/items/parents/search/ada'
const entries = () =>
  within(screen.getByRole('list', { name: 'Group' }))
    .getAllByRole('listitem')
    .map(one => one.textContent)

test('the dropdown of groups has a search and opens the chosen group', {
  tags: ['PUB-012', 'PUB-013', 'PUB-017', 'PUB-018', 'PUB-022']
}, async () => {
  respond({ [SEARCH]: () => json(groups()) })
  const router = openPerson([], { isOwner: false })
  const opener = button('Group: All')
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  await screen.findByRole('list', { name: 'Group' })
  expect(entries()).toEqual(['Letters', 'Travel diary', 'None'])
  type('Search groups', 'xylophone')
  expect(await screen.findByText('Sorry, no matching options.')).toBeTruthy()
  type('Search groups', 'travle')
  await pressOf('Travel diary')
  expect(router.state.location.pathname).toBe('/ada/travel')
})

test('groups can be starred, and starred ones listed alone', {
  tags: ['PUB-016', 'PUB-067', 'D-66']
}, async () => {
  let starred: number[] = []
  const sent = respond({
    [SEARCH]: () => json(groups(...starred)),
    'POST /api/favorites': () => {
      starred = [91]
      return json({ favorited: true })
    }
  })
  openPerson([], { isOwner: false })
  await pressOf('Group: All')
  await pressOf('Favorite: Travel diary')
  await waitFor(() => expect(button('Favorite: Travel diary').getAttribute('aria-pressed')).toBe('true'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ item_id: 91, favorited: 1 })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Favorites only' }))
  expect(entries()).toEqual(['Travel diary', 'None'])
})

test('the plus opens a form for a new group, and the X closes it', {
  tags: ['PUB-014', 'PUB-015', 'PUB-064']
}, async () => {
  const book = itemOf(95, 'Essays', { is_book: 1, type: 'book' })
  const sent = respond({
    ...reloads([]),
    [SEARCH]: () => json(groups()),
    'POST /api/items': () => json({ item: book, error: null, error_code: null })
  })
  const router = openPerson([])
  await pressOf('Group: None')
  await pressOf('Create a group')
  await pressOf('Close the form for a group')
  expect(screen.queryByRole('textbox', { name: 'Group title' })).toBeNull()
  await pressOf('Create a group')
  type('Group title', 'Essays')
  await pressOf('Create Group')
  await waitFor(() => expect(router.state.location.pathname).toBe('/ada/essays'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ title: 'Essays', content: '', is_book: 1 })
})

test('marks the current one of two groups with the same title', { tags: 'PUB-011' }, () => {
  const other = { ...LETTERS, id: 91, slug: 'letters-2', path: '/ada/letters-2' }
  openItem(letterOf(1, 'First'), [], { books: [other, LETTERS] })
  const marked = within(screen.getByRole('navigation', { name: 'Groups' })).getAllByRole('link', { current: true })
  expect(marked.map(link => link.getAttribute('href'))).toEqual(['/ada/letters'])
})
