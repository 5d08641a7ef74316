import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goalNotesPage } from '../../domain/goals/api.ts'
import { myNotesPage, type Note } from '../../domain/notes/api.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { purchaseSucceeded } from '../billing/purchase.ts'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { GoalNotesPage } from '../goals/GoalNotesPage.tsx'
import { setUser } from '../lib/user.ts'
import { EXAMPLE_NOTE } from './example-note.ts'
import { MyNotesPage } from './MyNotesPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  forget()
  localStorage.clear()
})

const NOTE: Note = { ...EXAMPLE_NOTE, id: 7, goal_id: 5, goal: { id: 5, title: 'Read 12 books' } }
const STORE = 'POST /api/notes'
const SAVE = 'PATCH /api/notes/7'
const listed = (...notes: Note[]) => ({ 'GET /api/my/notes': () => json({ serverData: { notes } }) })
const texts = (note: Partial<Note> = {}) => ({ title: '', content: '', todo: '', done: '', goal_id: null, ...note })

function open(notes: Note[] = [NOTE], at = '/my/notes') {
  setUser(ADA)
  putPage(myNotesPage, at, { notes })
  return show(<MyNotesPage />, at)
}
const card = () => within(screen.getByRole('article'))
const form = (name: string) => within(screen.getByRole('form', { name }))
function write(name: string, field: string, value: string) {
  fireEvent.change(form(name).getByLabelText(field), { target: { value } })
}
const edit = () => fireEvent.click(screen.getByRole('button', { name: /^Edit/ }))
const save = (name: string) => fireEvent.click(form(name).getByRole('button', { name: 'Save' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a card shows date, title, content, todo and done, and links to its goal', { tags: 'NOTE-03..NOTE-08' }, () => {
  open()
  expect(card().getByText(/2026/).getAttribute('datetime')).toBe(NOTE.created_at)
  expect(card().getByRole('heading', { name: NOTE.title })).toBeTruthy()
  expect(card().getByText(NOTE.content)).toBeTruthy()
  expect(card().getByText('Todo').nextElementSibling?.textContent).toBe(NOTE.todo)
  expect(card().getByText('Done').nextElementSibling?.textContent).toBe(NOTE.done)
  expect(card().getByRole('link', { name: 'Read 12 books' }).getAttribute('href')).toBe('/my/goals/5')
})

test('web addresses in a note become links, other text does not', { tags: 'NOTE-06..NOTE-08' }, () => {
  const words = { content: 'See https://hut.example/a, not javascript:alert(1).', todo: 'https://hut.example/b' }
  open([{ ...NOTE, ...words, done: 'http://hut.example/c <b>' }])
  const links = card()
    .getAllByRole('link')
    .filter(link => link.getAttribute('target') === '_blank')
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    'https://hut.example/a',
    'https://hut.example/b',
    'http://hut.example/c'
  ])
  expect(new Set(links.map(link => link.getAttribute('rel')))).toEqual(new Set(['noopener nofollow ugc']))
  expect(card().getByText(/javascript/).textContent).toBe(words.content)
})

test('a double-click opens the form; Save sends the changes and closes it', {
  tags: 'NOTE-09..NOTE-12'
}, async () => {
  const sent = respond({ [SAVE]: ({ body }) => json({ ...NOTE, ...body, revision: 1 }) })
  open()
  fireEvent.doubleClick(screen.getByText(NOTE.content))
  expect(document.activeElement).toBe(form('Edit this note').getByLabelText('Title'))
  write('Edit this note', 'Done', 'All of it')
  save('Edit this note')
  expect(await screen.findByText('All of it')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toMatchObject([{ done: 'All of it', revision: 0 }])
  expect(screen.queryByRole('form', { name: 'Edit this note' })).toBeNull()
  // With the keyboard. Saving without a change sends nothing.
  edit()
  save('Edit this note')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit/ })))
  expect(sent).toHaveLength(1)
})

test('creates a note with any text and lists it', {
  tags: ['NOTE-02', 'NOTE-13', 'NOTE-14', 'TOK-15']
}, async () => {
  const made = { ...NOTE, id: 8, title: '', content: 'x'.repeat(300) }
  const sent = respond({ [STORE]: () => json(made, 200, { 'x-tokens-left': '945' }), ...listed(made) })
  open([])
  expect(screen.getByText("You haven't written any notes yet.")).toBeTruthy()
  press('Write a Note')
  write('New note', 'Content', made.content)
  save('New note')
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject(texts({ content: made.content }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write a Note' }))
  press('Write a Note')
  expect(form('New note').getByLabelText<HTMLTextAreaElement>('Content').value).toBe('')
})

test('a refusal appears under its field and keeps the typed text', { tags: 'D-53' }, async () => {
  respond({ [STORE]: () => json({ message: 'No', error: 'No', errors: { content: 'Write something.' } }, 422) })
  open([], '/my/notes?create=1')
  write('New note', 'Title', ' ')
  save('New note')
  expect(await screen.findByText('Write something.')).toBeTruthy()
  expect(form('New note').getByLabelText<HTMLInputElement>('Title').value).toBe(' ')
})

test('after a lost response the note takes the text typed later and is created once', async () => {
  const sent = respond({
    [STORE]: keyed(() => NOTE),
    [SAVE]: () => json(NOTE),
    ...listed(NOTE)
  })
  open([])
  press('Write a Note')
  write('New note', 'Title', 'Snow')
  save('New note')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  write('New note', 'Title', 'Rain')
  save('New note')
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body?.title)).toEqual(['Rain'])
})

test('offers unsaved text at the next visit', async () => {
  open([], '/my/notes?create=1')
  write('New note', 'Todo', 'Fetch wood')
  forget()
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(form('New note').getByLabelText<HTMLTextAreaElement>('Todo').value).toBe('Fetch wood')
})

test('merges a note that changed meanwhile, and asks about fields changed on both sides', {
  tags: 'D-140'
}, async () => {
  const newer = { ...NOTE, title: 'Spring', todo: 'Nothing', revision: 3 }
  const sent = respond({
    [SAVE]: ({ body }) =>
      body?.revision === 3
        ? json({ ...newer, ...body, revision: 4 })
        : json({ message: 'Old', error: 'Old', newer }, 409)
  })
  open()
  edit()
  write('Edit this note', 'Title', 'Summer')
  write('Edit this note', 'Done', 'All of it')
  save('Edit this note')
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this too' }))
  expect(dialog.getByText('Spring')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Summer' })).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ title: 'Summer', done: 'All of it', revision: 3 })
})

test('deletes a note ten seconds after the confirmation, unless it is undone', { tags: 'D-53' }, async () => {
  const sent = respond({ 'DELETE /api/notes/7': () => json({}) })
  open()
  fireEvent.click(screen.getByRole('button', { name: /^Delete/ }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(sent).toHaveLength(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('article')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: /^Delete/ }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('article')).toBeNull()
})

test("a note written on a goal's tab is about that goal", { tags: ['NOTE-17', 'NOTE-18', 'GOAL-36'] }, async () => {
  const goal = { ...EXAMPLE_GOAL, id: 5, title: 'Read 12 books' }
  const page = { goal, session: null, group: null, logs: [] }
  const sent = respond({
    [STORE]: () => json(NOTE),
    'GET /api/my/goals/5/notes': () => json({ serverData: { ...page, notes: [NOTE] } })
  })
  setUser(ADA)
  putPage(goalNotesPage, '/my/goals/5/notes', { ...page, notes: [] })
  show(<GoalNotesPage />, '/my/goals/5/notes')
  expect(screen.getByText('No notes about this goal yet.')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }))
  expect(tabs.getByRole('link', { name: 'Notes' }).getAttribute('href')).toBe('/my/goals/5/notes')
  // Log Progress is the filled one.
  expect(screen.getByRole('button', { name: 'Write a Note' }).dataset.variant).toBe('light')
  press('Write a Note')
  write('New note', 'Title', 'Winter')
  save('New note')
  await screen.findByRole('article')
  expect(sent[0]?.body).toMatchObject(texts({ title: 'Winter', goal_id: 5 }))
  expect(card().queryByRole('link')).toBeNull()
})

test('a visitor sees an example, and their typed note is created after signing in', {
  tags: ['NOTE-19', 'D-46']
}, async () => {
  const sent = respond({ [STORE]: () => json(NOTE), ...listed(NOTE) })
  putPage(myNotesPage, '/my/notes', null)
  show(<MyNotesPage />, '/my/notes')
  expect(card().getByText('Example')).toBeTruthy()
  fireEvent.doubleClick(card().getByText(EXAMPLE_NOTE.content))
  expect(card().queryByRole('button')).toBeNull()
  press('Write a Note')
  write('New note', 'Title', 'Winter')
  save('New note')
  expect(getSignIn().actionText).toBe('to write a note')
  act(() => {
    setUser(ADA)
    void signInSucceeded()
  })
  await waitFor(() => expect(sent[0]?.body).toMatchObject(texts({ title: 'Winter' })))
})

test('says so when a search finds nothing; without notes there is no search', () => {
  open([], '/my/notes?q=snow')
  expect(screen.getByText('None of your notes contain “snow”.')).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search my notes' })).toHaveProperty('value', 'snow')
  forget()
  open([])
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('Notes is in the menu of My area, as an icon on small screens', { tags: ['MYS-05', 'MYS-07'] }, () => {
  open()
  const link = within(screen.getByRole('navigation', { name: 'My pages' })).getByRole('link', { name: 'Notes' })
  expect(link.dataset.iconOnSmall).toBe('true')
})

test('a note refused for missing tokens is created once, after the purchase', {
  tags: 'D-13'
}, async () => {
  const out = 'You’ve run out of tokens.'
  let isOut = true
  const sent = respond({
    [STORE]: ({ body }) =>
      isOut ? json({ message: out, error: out, error_code: 'INSUFFICIENT_TOKENS' }, 402) : json({ ...NOTE, ...body }),
    ...listed({ ...NOTE, title: 'Later' })
  })
  open([])
  press('Write a Note')
  write('New note', 'Title', 'Later')
  save('New note')
  expect(await screen.findByText(out)).toBeTruthy()
  isOut = false
  await act(() => purchaseSucceeded(''))
  await act(() => purchaseSucceeded(''))
  expect(await screen.findByRole('heading', { name: 'Later' })).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  expect(screen.queryByText(out)).toBeNull()
})
