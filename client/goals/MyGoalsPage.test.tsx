import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Goal, myGoalsPage } from '../../domain/goals/api.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { closePurchase, purchaseSucceeded } from '../billing/purchase.ts'
import { PurchaseModal } from '../billing/tokens/PurchaseModal.tsx'
import { config } from '../lib/embedded.ts'
import { getUser, setUser } from '../lib/user.ts'
import { goalTips } from '../tour/messages.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { MyGoalsPage } from './MyGoalsPage.tsx'

// Each test is a separate visit.
vi.mock('../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => true }))

const GOAL: Goal = { ...EXAMPLE_GOAL, id: 5, title: 'Swim', unit: 'lengths', content: '' }
const MADE: Goal = { ...GOAL, id: 6, title: 'Row' }
const STORE = 'POST /api/goals/store'
const stored = () => json({ goal: MADE, goals: [MADE], error: null, error_code: null }, 200, { 'x-tokens-left': '945' })

// These parts load after the first view. A test about them begins when they are there.
beforeAll(async () => {
  open()
  await menu('Edit')
  await screen.findByRole('form', { name: 'Edit Swim' })
  fireEvent.click(screen.getByRole('button', { name: 'Create a Goal' }))
  await screen.findByRole('form', { name: 'New goal' })
  forget()
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  goalTips.set([])
  window.history.replaceState(null, '', '/')
  closePurchase()
  forget()
})

function open(goals: Goal[] = [GOAL], at = '/my/goals') {
  setUser(ADA)
  putPage(myGoalsPage, at, { my_goals: goals })
  return show(
    <>
      <MyGoalsPage />
      <PurchaseModal />
    </>,
    at
  )
}
const form = () => within(screen.getByRole('form', { name: 'New goal' }))
const field = (name: string) => form().getByLabelText<HTMLInputElement>(name)
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const choose = (kind: string) => fireEvent.click(form().getByRole('radio', { name: new RegExp(`^${kind}`) }))
const titleField = (value?: string) =>
  value
    ? form().getByDisplayValue<HTMLInputElement>(value)
    : form().getByPlaceholderText<HTMLInputElement>('Read 12 books')
const create = () => fireEvent.click(form().getByRole('button', { name: 'Create goal' }))
function task(sent: Sent[]) {
  const body = sent[0]?.body as { challenge: { tasks: Record<string, unknown>[] } } | undefined
  return body?.challenge.tasks[0]
}
async function menu(item: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Menu of Swim' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
}

test('lists my goals with their progress', { tags: ['GOAL-02', 'MYS-13'] }, () => {
  open()
  expect(screen.getByRole('link', { name: 'Swim' }).getAttribute('href')).toBe('/my/goals/5')
  expect(screen.getByText('5 of 12 lengths')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByRole('button', { name: 'Menu of Swim' })).toBeTruthy()
})

test('"Create a Goal" opens and closes the form and keeps the typed text', { tags: 'GOAL-03' }, () => {
  open()
  expect(screen.queryByRole('form', { name: 'New goal' })).toBeNull()
  const toggle = screen.getByRole('button', { name: 'Create a Goal' })
  fireEvent.click(toggle)
  type(titleField(), 'Row')
  fireEvent.click(toggle)
  expect(screen.queryByRole('form', { name: 'New goal' })).toBeNull()
  fireEvent.click(toggle)
  expect(titleField().value).toBe('Row')
})

test.each([['Amount'], ['Distance in miles']])(
  '%s keeps only digits, dot and minus of the typed text',
  { tags: ['BLD-41', 'BLD-42'] },
  label => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Create a Goal' }))
    if (label !== 'Amount') choose('Distance')
    // The first one, because the buttons have amounts too.
    const [input] = form().getAllByLabelText<HTMLInputElement>(label)
    if (!input) throw new Error('there is no such field')
    type(input, ' 12.5 miles')
    expect(input.value).toBe('12.5')
    type(input, '-a7b')
    expect(input.value).toBe('-7')
  }
)

test('Enter in a checklist item adds the next one and sends nothing', { tags: 'GOAL-78' }, async () => {
  const sent = respond({})
  open([], '/my/goals?create')
  choose('Checklist')
  fireEvent.click(await screen.findByRole('button', { name: 'Add an item' }))
  const first = screen.getByRole('textbox', { name: 'Item 1' })
  expect(document.activeElement).toBe(first)
  type(first, 'Tent')
  expect(fireEvent.keyDown(first, { key: 'Enter' })).toBe(false)
  const second = screen.getByRole('textbox', { name: 'Item 2' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second, { key: 'Enter' })
  expect(screen.queryByRole('textbox', { name: 'Item 3' })).toBeNull()
  expect(sent).toEqual([])
})

test('a deadline in the past shows a note beside its field, and is accepted', {
  tags: ['GOAL-66', 'GOAL-17']
}, async () => {
  const sent = respond({ [STORE]: stored })
  open([], '/my/goals?create')
  type(titleField(), 'Row')
  const by = form().getByLabelText<HTMLInputElement>('By')
  type(by, '2099-12-31')
  expect(form().queryByText('This day has passed.')).toBeNull()
  type(by, '2020-12-31')
  expect(form().getByText('This day has passed.')).toBeTruthy()
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ title: 'Row', ended_at: expect.stringMatching(/^202[01]-/) })
})

test.each(['/my/goals?create', '/my/goals?create=1'])('the form is open at %s', { tags: 'GOAL-04' }, at => {
  open([], at)
  expect(screen.getByRole('form', { name: 'New goal' })).toBeTruthy()
})

test('a new form has the documented defaults and sends them', {
  tags: ['GOAL-06..GOAL-10', 'GOAL-01', 'SEC-11']
}, async () => {
  const sent = respond({ [STORE]: stored })
  open([], '/my/goals?create')
  expect(form().getByRole<HTMLInputElement>('radio', { name: /^Count/ }).checked).toBe(true)
  expect(form().getByText('One press logs 1 time.')).toBeTruthy()
  type(titleField(), 'Row')
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ title: 'Row', amount: 1, sets: 1, is_interval: 0, duration: 0 })
  expect(task(sent)?.quick_log_buttons).toEqual([expect.objectContaining({ amount: 1, status: 1, duration: null })])
})

test('creating shows a toast with a link, the new card and the balance, and clears the form', {
  tags: ['GOAL-15', 'GOAL-16', 'GOAL-11', 'TOK-15']
}, async () => {
  respond({ [STORE]: stored })
  open([GOAL], '/my/goals?create')
  type(titleField(), 'Row')
  type(form().getAllByLabelText('Amount')[0] as HTMLElement, '7')
  create()
  expect(await screen.findByText('Goal created successfully!')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Goal' }).getAttribute('href')).toBe('/my/goals/6')
  expect(screen.getByRole('link', { name: 'Row' })).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'New goal' })).toBeNull()
  const toggle = screen.getByRole('button', { name: 'Create a Goal' })
  expect(document.activeElement).toBe(toggle)
  fireEvent.click(toggle)
  expect(titleField().value).toBe('')
  expect((form().getAllByLabelText('Amount')[0] as HTMLInputElement).value).toBe('1')
  expect(getUser()?.all_remaining_tokens).toBe(945)
})

test('text typed while a goal is being created stays for the next goal', { tags: 'GOAL-11' }, async () => {
  let finish = (): void => {}
  respond({ [STORE]: () => new Promise(resolve => (finish = () => resolve(stored()))) })
  open([GOAL], '/my/goals?create')
  type(titleField(), 'Row')
  create()
  type(titleField(), 'Row home')
  finish()
  expect(await screen.findByText('Goal created successfully!')).toBeTruthy()
  expect(titleField().value).toBe('Row home')
})

test('a goal of miles asks for miles only, and its buttons log miles', { tags: ['GOAL-10', 'GOAL-70'] }, async () => {
  const sent = respond({ [STORE]: stored })
  open([GOAL], '/my/goals?create')
  choose('Distance')
  expect(form().queryByLabelText('Unit')).toBeNull()
  type(form().getByPlaceholderText('Run 100 miles'), 'Run')
  type(field('Distance in miles'), '20')
  expect(form().getByText('One press logs 1 mile or 2 miles.')).toBeTruthy()
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ title: 'Run', amount: null, distance: 20, timers: [] })
  expect(task(sent)?.quick_log_buttons).toMatchObject([
    { amount: null, distance: 1 },
    { amount: null, distance: 2 }
  ])
})

test('creates intervals with sets and nested timers, and shows an unreadable duration', {
  tags: ['GOAL-75..GOAL-84', 'D-56']
}, async () => {
  const sent = respond({ [STORE]: stored })
  open([], '/my/goals?create')
  choose('Intervals')
  type(form().getByPlaceholderText('Eight rounds on the mat'), 'Rounds')
  expect(form().getByText('Start runs the intervals.')).toBeTruthy()
  expect(form().getByText('4 min in all')).toBeTruthy()
  type(field('Sets'), '3')
  type(field('Title of timer 1'), 'Push')
  type(field('Duration of timer 1'), 'soon')
  fireEvent.click(form().getAllByRole('checkbox', { name: 'Made of shorter timers' })[1] as HTMLElement)
  type(field('Duration of inner timer 2.1'), '15s')
  create()
  expect(await form().findAllByText('The value [soon] could not be parsed')).toHaveLength(2)
  expect(sent).toEqual([])
  type(field('Duration of timer 1'), '40s')
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({
    title: 'Rounds',
    amount: 1,
    sets: 3,
    is_interval: 1,
    quick_log_buttons: [],
    timers: [
      { title: 'Push', duration: 40, is_interval: 0 },
      { title: 'Rest', is_interval: 1, nested: [{ title: '', duration: 15 }] }
    ]
  })
})

test('choosing another kind keeps the stored measures until they are unchecked', { tags: 'GOAL-18' }, async () => {
  const sent = respond({ 'PATCH /api/goals/update/5': () => json({ goal: GOAL, error: null, error_code: null }) })
  open()
  await menu('Edit')
  const edit = within(await screen.findByRole('form', { name: 'Edit Swim' }))
  expect(edit.getByRole<HTMLInputElement>('radio', { name: /^Count/ }).checked).toBe(true)
  fireEvent.click(edit.getByRole('radio', { name: /^Distance/ }))
  expect(edit.getAllByLabelText<HTMLInputElement>('Amount')[0]?.value).toBe('12')
  type(edit.getByLabelText('Distance in miles'), '2')
  fireEvent.click(edit.getByRole('button', { name: 'More options' }))
  fireEvent.click(await edit.findByRole('checkbox', { name: 'Count' }))
  fireEvent.click(edit.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toEqual({ amount: null, distance: 2, revision: 0 })
})

test('a visitor signs in, and the typed goal is created', {
  tags: ['GOAL-12', 'SEC-08', 'SEC-10']
}, async () => {
  const sent = respond({
    [STORE]: stored,
    'GET /api/my/goals?create=1': () => json({ serverData: { my_goals: [MADE] } })
  })
  putPage(myGoalsPage, '/my/goals?create=1', null)
  show(<MyGoalsPage />, '/my/goals?create=1')
  type(titleField(), 'Row')
  create()
  await waitFor(() => expect(getSignIn()).toMatchObject({ open: true, actionText: 'to create a goal' }))
  expect(sent).toEqual([])
  setUser(ADA)
  void signInSucceeded()
  expect(await screen.findByRole('link', { name: 'Row' })).toBeTruthy()
  expect(task(sent)?.title).toBe('Row')
})

test('without tokens the purchase opens, no goal is added, and the form keeps its text', {
  tags: ['TOK-45', 'TOK-46']
}, async () => {
  respond({ [STORE]: () => json({ message: 'm', error: 'm', error_code: 'INSUFFICIENT_TOKENS' }, 402) })
  open([], '/my/goals?create')
  const input = titleField()
  type(input, 'Row')
  create()
  expect(await screen.findByRole('dialog', { name: 'Out of tokens' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Row' })).toBeNull()
  expect(input.value).toBe('Row')
})

test('a goal refused for missing tokens is created once, after the purchase', {
  tags: 'D-13'
}, async () => {
  const out = 'You’ve run out of tokens.'
  let isOut = true
  const sent = respond({
    [STORE]: () => (isOut ? json({ message: out, error: out, error_code: 'INSUFFICIENT_TOKENS' }, 402) : stored())
  })
  open([], '/my/goals?create')
  type(titleField(), 'Row')
  create()
  expect(await screen.findByText(out)).toBeTruthy()
  isOut = false
  await act(() => purchaseSucceeded(''))
  await act(() => purchaseSucceeded(''))
  expect(await screen.findByRole('link', { name: 'Row' })).toBeTruthy()
  expect([sent.filter(({ method }) => method === 'POST').length, screen.queryByText(out)]).toEqual([2, null])
})

test("shows the server's errors under their fields", {
  tags: 'GOAL-17'
}, async () => {
  const errors = { 'challenge.tasks.0.title': 'Value is required.', 'challenge.tasks.0.link': 'Give an address.' }
  const sent = respond({ [STORE]: () => json({ message: 'm', error: 'm', errors }, 422) })
  open([], '/my/goals?create')
  create()
  expect(await screen.findByText('Value is required.')).toBeTruthy()
  expect(await screen.findByText('Give an address.')).toBeTruthy()
  expect(form().getByRole('button', { name: 'More options' }).getAttribute('aria-expanded')).toBe('true')
  create()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test("after a lost response the goal takes the form's later changes and is charged once", async () => {
  const goal = { ...MADE, title: 'Run' }
  const sent = respond({
    [STORE]: keyed(() => ({ goal: MADE, goals: [MADE], error: null, error_code: null })),
    'PATCH /api/goals/update/6': () => json({ goal, error: null, error_code: null })
  })
  open([], '/my/goals?create')
  type(titleField(), 'Row')
  create()
  expect(await form().findByText(/didn’t answer/)).toBeTruthy()
  type(titleField(), 'Run')
  create()
  expect(await screen.findByRole('link', { name: 'Run' })).toBeTruthy()
  expect(sent.map(one => [one.method, task([one])?.title])).toEqual([
    ['POST', 'Row'],
    ['POST', 'Run'],
    ['POST', 'Row'],
    ['PATCH', 'Run']
  ])
})

test('edits a card in place; Save in the menu submits it', {
  tags: ['GOAL-18', 'GOAL-19', 'GOAL-21', 'GOAL-23']
}, async () => {
  const saved = { ...GOAL, title: 'Swim far' }
  const sent = respond({ 'PATCH /api/goals/update/5': () => json({ goal: saved, error: null, error_code: null }) })
  open()
  await menu('Edit')
  type(await screen.findByDisplayValue('Swim'), 'Swim far')
  await menu('Save')
  expect(await screen.findByRole('link', { name: 'Swim far' })).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Edit Swim' })).toBeNull()
  expect(task(sent)).toEqual({ title: 'Swim far', revision: 0 })
})

test('Escape closes an unchanged edit, but not a changed one', { tags: 'GOAL-18' }, async () => {
  respond({})
  open()
  await menu('Edit')
  const title = await screen.findByDisplayValue('Swim')
  type(title, 'Swim far')
  fireEvent.keyDown(title, { key: 'Escape' })
  expect(screen.getByDisplayValue('Swim far')).toBeTruthy()
  type(title, 'Swim')
  fireEvent.keyDown(title, { key: 'Escape' })
  expect(screen.queryByRole('form', { name: 'Edit Swim' })).toBeNull()
})

const counted = (my_goals: Goal[], open_count: number, completed_count: number) => {
  setUser(ADA)
  putPage(myGoalsPage, '/my/goals', { my_goals, open_count, completed_count })
  show(<MyGoalsPage />, '/my/goals')
}
const titles = () => screen.getAllByRole('article').map(card => within(card).getByRole('heading').textContent)

test('the menu moves a goal at once; a refused move is undone', {
  tags: 'GOAL-02'
}, async () => {
  const list = [GOAL, MADE, { ...GOAL, id: 7, title: 'Run' }]
  let refuses = false
  const refused = () => json({ message: 'The server is busy.', error: 'The server is busy.' }, 422)
  const sent = respond({
    'POST /api/goals/5/move': () => (refuses ? refused() : json({})),
    'GET /api/my/goals': () => json({ serverData: { my_goals: list, open_count: 3, completed_count: 0 } })
  })
  counted(list, 3, 0)
  fireEvent.click(screen.getByRole('button', { name: 'Menu of Swim' }))
  expect(await screen.findByRole('menuitem', { name: 'Move down', hidden: true })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Move up', hidden: true })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Menu of Swim' }))
  await menu('Move down')
  expect(titles()).toEqual(['Row', 'Swim', 'Run'])
  expect(await screen.findByText('Swim is at place 2 of 3.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toMatchObject([{ by: 1 }])
  refuses = true
  await menu('Move to the top')
  expect(titles()).toEqual(['Swim', 'Row', 'Run'])
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
})

test('arranges goals as rows with a handle each', { tags: 'GOAL-02' }, async () => {
  counted([GOAL, MADE], 2, 0)
  fireEvent.click(screen.getByRole('button', { name: 'Arrange' }))
  const rows = within(await screen.findByRole('list', { name: 'Open goals' }))
  expect((await rows.findAllByRole('button')).map(handle => handle.getAttribute('aria-label'))).toEqual([
    'Drag Swim',
    'Drag Row'
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Done arranging' }))
  expect(titles()).toEqual(['Swim', 'Row'])
})

test('completed goals are collapsed, show their number, and expand on a press', { tags: 'D-50' }, () => {
  counted([GOAL, { ...MADE, status: 2 }], 1, 14)
  expect(titles()).toEqual(['Swim'])
  const fold = screen.getByRole('button', { name: 'Completed · 14' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(fold)
  expect(titles()).toEqual(['Swim', 'Row'])
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})

test('links to the later page with completed goals when open goals fill this one', { tags: 'D-50' }, () => {
  const list = Array.from({ length: config.per_page + 1 }, (_, at) => ({ ...GOAL, id: at + 1, title: `Goal ${at}` }))
  counted(list, config.per_page * 2 + 3, 5)
  const link = screen.getByRole('link', { name: 'Completed · 5' })
  expect(link.getAttribute('href')).toBe('/my/goals?page=3')
})

test('without goals the form is open, and "Create a Goal" moves to its sentence', {
  tags: ['GOAL-03', 'TOUR-37']
}, () => {
  window.history.replaceState(null, '', '/my/goals')
  open([])
  act(() => setUser({ ...ADA, is_new: 0, new_messages: { ...ADA.new_messages, startGoalTour: 1 } }))
  const toggle = screen.getByRole('button', { name: 'Create a Goal' })
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(toggle)
  expect(document.activeElement).toBe(field('What do you want to do?'))
  expect(goalTips.get()).toEqual([])
  fireEvent.click(toggle)
  expect(goalTips.get()).toMatchObject([{ key: 'startGoalTour' }])
  expect(screen.queryByRole('form', { name: 'New goal' })).toBeNull()
  expect(screen.getByText(/You don't have any goals yet/)).toBeTruthy()
})

test('a user without goals can create a ready-made goal as it is', {
  tags: 'GOAL-01'
}, async () => {
  const sent = respond({ [STORE]: stored })
  open([])
  fireEvent.click(screen.getByRole('button', { name: /^A short workout/ }))
  expect(titleField('A short workout').value).toBe('A short workout')
  expect(document.activeElement?.textContent).toBe('New goal')
  expect(form().getByRole('button', { name: 'Change Intervals' })).toBeTruthy()
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ title: 'A short workout', amount: 10, sets: 8, is_interval: 1, unit: '' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^A short workout/ })).toBeNull())
})

test('a ready-made goal replaces the typed text only after a confirmation', async () => {
  open([], '/my/goals?create')
  type(titleField(), 'Row')
  const choose = () => fireEvent.click(screen.getByRole('button', { name: /^Drink enough water/ }))
  choose()
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace what you typed?' }))
  expect(screen.getByDisplayValue('Row')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
  expect(await screen.findByDisplayValue('Drink enough water')).toBeTruthy()
  expect(form().getByLabelText<HTMLSelectElement>('Repeats').value).toBe('day')
})

test('pauses a goal from its menu, shows since when, and resumes it', async () => {
  const paused: Goal = { ...GOAL, pauses: [{ from: '2026-03-01', until: null }] }
  respond({
    'POST /api/goals/5/pause': () => json({ goal: paused }),
    'POST /api/goals/5/resume': () => json({ goal: GOAL })
  })
  open()
  await menu('Pause Goal')
  expect(await screen.findByText('Paused since Sunday, March 1, 2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Finished a book' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Resume Goal' }))
  expect(await screen.findByRole('button', { name: 'Finished a book' })).toBeTruthy()
})

test('Delete asks once and removes the goal; one press restores it', {
  tags: ['GOAL-22', 'GOAL-24']
}, async () => {
  const sent = respond({
    'DELETE /api/goals/5': () => json({}),
    'POST /api/goals/5/restore': () => json({ goal: GOAL })
  })
  open()
  await menu('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this goal?' }))
  expect(dialog.getByText(/its logs and its notes disappear/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Swim' })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/goals/5/restore'))
})

test('Duplicate creates the same goal without its progress', { tags: ['GOAL-20', 'GOAL-25'] }, async () => {
  const sent = respond({ [STORE]: stored })
  open()
  await menu('Duplicate')
  expect(await screen.findByRole('link', { name: 'Row' })).toBeTruthy()
  expect(task(sent)).toMatchObject({ title: 'Swim', amount: 12 })
  expect(Object.keys(task(sent) ?? {})).not.toContain('amount_elapsed')
})

test('a duplicated checklist has no ticks', { tags: ['GOAL-25', 'D-48'] }, async () => {
  const sent = respond({ [STORE]: stored })
  const items = [1, 0].map((done, at) => ({ uuid: `item-${at}`, title: `Item ${at}`, link: '', done: done as 0 | 1 }))
  open([{ ...GOAL, is_list: 1, list: items }])
  await menu('Duplicate')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ list: items.map(item => ({ ...item, done: 0 })) })
})

test('a visitor sees a labelled example and a warning at once', {
  tags: ['GOAL-32', 'MYS-09', 'MYS-10', 'MYS-11', 'SEC-06', 'SEC-07', 'SEC-09', 'HDR-51']
}, async () => {
  const sent = respond({})
  putPage(myGoalsPage, '/my/goals', null)
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.getByText('Read 12 books this year')).toBeTruthy()
  expect(screen.getByText('Example')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(screen.queryByText('Loading')).toBeNull()
  expect(await screen.findByText(/You're browsing as a guest/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Finished a book' }))
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to log your progress' })
  expect(sent).toEqual([])
})

test('shows a loading indicator until the data arrives', { tags: 'MYS-08' }, async () => {
  setUser(ADA)
  respond({ 'GET /api/my/goals': () => json({ serverData: { my_goals: [GOAL] } }) })
  show(<MyGoalsPage />, '/my/goals')
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Swim' })).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('the pill menu is the only navigation of My area', { tags: ['MYS-01', 'MYS-02', 'MYS-03', 'D-133'] }, () => {
  open()
  const links = within(screen.getByRole('navigation', { name: 'My pages' })).getAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual(expect.arrayContaining(['/my/goals', '/my/logs']))
  expect(screen.queryByRole('navigation', { name: 'Parts of this page' })).toBeNull()
})

test('asks before leaving a half-typed goal or edit', async () => {
  const router = open([GOAL], '/my/goals?create')
  const asked = async (text: RegExp) => {
    void router.navigate('/activities')
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    expect(within(dialog).getByText(text)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/my/goals')
  }
  type(titleField(), 'Row')
  await asked(/^We keep what you typed/)
  type(titleField(), '')
  await menu('Edit')
  type(await screen.findByDisplayValue('Swim'), 'Swim far')
  await asked(/^You’ll lose what you typed/)
})

test('does not ask before leaving once the goal is created', async () => {
  respond({ [STORE]: stored })
  const router = open([], '/my/goals?create')
  type(titleField(), 'Row')
  create()
  expect(await screen.findByRole('link', { name: 'Row' })).toBeTruthy()
  void router.navigate('/activities').catch(() => {})
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities'))
})
