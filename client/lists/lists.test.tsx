import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { myListPage, myListsPage } from '../../domain/lists/api.ts'
import { activityCard } from '../../testing/page/cards.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { AddToList } from './AddToList.tsx'
import { MyListPage } from './MyListPage.tsx'
import { MyListsPage } from './MyListsPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const LIST = { id: 4, title: 'Rainy days', count: 0 }

function openLists(lists: (typeof LIST)[]) {
  setUser(ADA)
  putPage(myListsPage, '/my/lists', { activity_lists: lists })
  show(<MyListsPage />, '/my/lists')
}

test('says so when there are no lists', { tags: 'LIST-09' }, () => {
  openLists([])
  expect(screen.getByText("You haven't created any lists yet.")).toBeTruthy()
})

test('each list links to its page', { tags: 'LIST-06' }, () => {
  openLists([LIST])
  expect(screen.getByRole('link', { name: /Rainy days/ }).getAttribute('href')).toBe('/my/lists/4')
})

test("a list may have any title; the server's error appears under the field", {
  tags: ['LIST-02', 'LIST-03', 'LIST-04', 'LIST-05']
}, async () => {
  const sent = respond({
    'POST /api/activity-lists/store': ({ body }) =>
      body?.title === ''
        ? json(
            { message: 'Value is required.', error: 'Value is required.', errors: { title: 'Value is required.' } },
            422
          )
        : json(LIST),
    'GET /api/my/lists': () => json({ serverData: { activity_lists: [LIST] } })
  })
  openLists([])
  const form = screen.getByRole('form', { name: 'New list' })
  fireEvent.submit(form)
  expect(await screen.findByText('Value is required.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/List Title/), { target: { value: 'Rainy <days>' } })
  fireEvent.submit(form)
  await screen.findByRole('link', { name: /Rainy days/ })
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body?.title)).toEqual(['', 'Rainy <days>'])
})

test('a title typed while a list is being created stays for the next list', { tags: 'LIST-01' }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  respond({
    'POST /api/activity-lists/store': () => held.then(() => json(LIST)),
    'GET /api/my/lists': () => json({ serverData: { activity_lists: [LIST] } })
  })
  openLists([])
  const title = screen.getByLabelText<HTMLInputElement>(/List Title/)
  fireEvent.change(title, { target: { value: 'Rainy days' } })
  fireEvent.submit(screen.getByRole('form', { name: 'New list' }))
  fireEvent.change(title, { target: { value: 'Snow' } })
  release()
  await screen.findByRole('link', { name: /Rainy days/ })
  expect(title.value).toBe('Snow')
})

test('a list is sent again with its key after a lost response, the next one with another', async () => {
  const made = vi.fn(() => json(LIST))
  made.mockImplementationOnce(() => Promise.reject(new Error('no line')) as never)
  const sent = respond({
    'POST /api/activity-lists/store': made,
    'GET /api/my/lists': () => json({ serverData: { activity_lists: [LIST] } })
  })
  openLists([])
  const create = () => fireEvent.submit(screen.getByRole('form', { name: 'New list' }))
  create()
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  create()
  await screen.findByRole('link', { name: /Rainy days/ })
  await waitFor(() => expect(screen.queryByText(/didn’t answer/)).toBeNull())
  create()
  const keys = () => sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
  await waitFor(() => expect(keys()).toHaveLength(3))
  const [first, second, third] = keys()
  expect(first).toBe(second)
  expect(third).not.toBe(first)
})

test('after a lost response the list takes the title typed later', async () => {
  const sent = respond({
    'POST /api/activity-lists/store': keyed(() => LIST),
    'PATCH /api/activity-lists/4': () => json({ ...LIST, title: 'Snow' }),
    'GET /api/my/lists': () => json({ serverData: { activity_lists: [{ ...LIST, title: 'Snow' }] } })
  })
  openLists([])
  const create = (title: string) => {
    fireEvent.change(screen.getByLabelText(/List Title/), { target: { value: title } })
    fireEvent.submit(screen.getByRole('form', { name: 'New list' }))
  }
  create('Rainy days')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  create('Snow')
  await screen.findByRole('link', { name: /Snow/ })
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body?.title)).toEqual(['Snow'])
})

test('an empty list explains how to fill it, below Home and My Lists', { tags: ['LIST-07', 'LIST-08'] }, () => {
  setUser(ADA)
  putPage(myListPage, '/my/lists/4', { list: LIST, challenges: [] })
  show(<MyListPage />, '/my/lists/4')
  expect(screen.getByText(/This list is empty/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  expect(screen.getAllByRole('link', { name: /Lists/ }).map(link => link.getAttribute('href'))).toContain('/my/lists')
})

test('keeps a half-typed title when another tab renames the list', async () => {
  setUser(ADA)
  putPage(myListPage, '/my/lists/4', { list: LIST, challenges: [] })
  show(<MyListPage />, '/my/lists/4')
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
  fireEvent.change(screen.getByLabelText('List Title'), { target: { value: 'Rain and sn' } })
  act(() => putPage(myListPage, '/my/lists/4', { list: { ...LIST, title: 'Snow' }, challenges: [] }))
  expect(await screen.findByRole('heading', { name: 'Snow' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('List Title').value).toBe('Rain and sn')
})

async function deleteFromItsPage() {
  setUser(ADA)
  putPage(myListPage, '/my/lists/4', { list: LIST, challenges: [] })
  putPage(myListsPage, '/my/lists', { activity_lists: [LIST] })
  show(<Pages />, '/my/lists/4')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText("You haven't created any lists yet.")).toBeTruthy()
}

/** Deleting leads from the list's page to My Lists. */
function Pages() {
  return useLocation().pathname === '/my/lists' ? <MyListsPage /> : <MyListPage />
}

test('Undo restores a deleted list within ten seconds', async () => {
  const sent = respond({})
  await deleteFromItsPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: /Rainy days/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('Undo restores a deleted list as long as its message is there', async () => {
  const sent = respond({})
  await deleteFromItsPage()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  fireEvent.click(undo)
  expect(await screen.findByRole('link', { name: /Rainy days/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('a list whose deletion is refused comes back with the reason', async () => {
  respond({ 'DELETE /api/activity-lists/4': () => json({ message: 'Not now.', error: 'Not now.' }, 409) })
  await deleteFromItsPage()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(await screen.findByRole('link', { name: /Rainy days/ })).toBeTruthy()
})

test('a visitor sees a sign-in prompt', { tags: 'MYS-12' }, () => {
  putPage(myListsPage, '/my/lists', null)
  show(<MyListsPage />, '/my/lists')
  expect(screen.getByText('Sign in or register to keep lists of activities.')).toBeTruthy()
})

test('says why an activity could not be added or removed', async () => {
  setUser(ADA)
  respond({
    'GET /api/users/activity-lists?activity=pomodoro': () =>
      json({ serverData: { activity_lists: [LIST], holding: [] } }),
    'POST /api/activity-lists/4/activities/pomodoro/attach': () =>
      json({ message: 'Not now.', error: 'Not now.' }, 409),
    'DELETE /api/activity-lists/4/activities/pomodoro': () => json({ message: 'Not yet.', error: 'Not yet.' }, 409)
  })
  putPage(myListPage, '/my/lists/4', { list: LIST, challenges: [activityCard()] })
  show(
    <>
      <AddToList activity="pomodoro" />
      <MyListPage />
    </>,
    '/my/lists/4'
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add to list' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Rainy days' }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove from this list' }))
  expect(await screen.findByText('Not yet.')).toBeTruthy()
})

test('says why the lists could not be loaded', async () => {
  setUser(ADA)
  respond({
    'GET /api/users/activity-lists?activity=tabata': () => json({ message: 'Not now.', error: 'Not now.' }, 409)
  })
  show(<AddToList activity="tabata" />)
  fireEvent.click(screen.getByRole('button', { name: 'Add to list' }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
})

test('adds an activity to a list from its page', { tags: 'LIST-13' }, async () => {
  setUser(ADA)
  const sent = respond({
    'GET /api/users/activity-lists?activity=tabata': () =>
      json({ serverData: { activity_lists: [LIST], holding: [] } }),
    'POST /api/activity-lists/4/activities/tabata/attach': () => json({ ...LIST, count: 1 })
  })
  show(<AddToList activity="tabata" />)
  fireEvent.click(screen.getByRole('button', { name: 'Add to list' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Rainy days' }))
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/attach'))).toBe(true))
})
