import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActivityPage, templatesPage, updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import type { Page } from '../../domain/lib/page.ts'
import { createSessionPage, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { activityCard } from '../../testing/page/cards.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { enter, watchLogin } from '../accounts/login-watch.ts'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { CreateActivityPage } from './CreateActivityPage.tsx'
import { CreateSessionPage } from './CreateSessionPage.tsx'
import { CHOICES, formWith, goalsOf, groupOf } from './example-form.ts'
import type { Form } from './form.ts'
import { TemplatesPage } from './TemplatesPage.tsx'
import { UpdateActivityPage } from './UpdateActivityPage.tsx'
import { UpdateSessionPage } from './UpdateSessionPage.tsx'

vi.mock('../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => false }))

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.clear()
})
afterEach(forget)

function open(contract: Page, page: ReactNode, at: string, data: object) {
  putPage(contract, at, { ...CHOICES, ...data })
  return show(page, at)
}
const ACTIVITY = '/challenges/create'
const SESSION = '/challenges/events/create'
function createActivity(form: Partial<Form> = {}, at = ACTIVITY) {
  return open(createActivityPage, <CreateActivityPage />, at, { challenge: formWith(form), hut: null })
}
function createSession(form: Partial<Form> = {}, at = SESSION, challenge: object | null = null) {
  return open(createSessionPage, <CreateSessionPage />, at, {
    challengeEvent: formWith(form),
    challenge,
    challenges: []
  })
}
const stored = { slug: 'stretch', id: 9, path: '/activities/stretch', revision: 3 }
const made = () => json({ challenge: stored, event: { path: '/sessions/stretch' }, error: null, error_code: null })

const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const ticked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
function challenge(sent: { body: Record<string, unknown> | undefined }[]) {
  return sent[0]?.body?.challenge as Record<string, unknown> & Pick<Form, 'parts' | 'tasks'>
}
async function warned(text: string) {
  const toasts = await screen.findAllByText(text)
  expect(toasts.some(element => element.closest('[data-kind="warning"]'))).toBe(true)
}

test('one builder creates and updates activities and sessions', {
  tags: ['BLD-01', 'BLD-06', 'BLD-07', 'BLD-08']
}, () => {
  setUser(ADA)
  const session = { ...stored, status: 0, ...formWith({ title: 'Now' }) }
  createActivity()
  expect(screen.getByRole('form', { name: 'Create an Activity' })).toBeTruthy()
  cleanup()
  createSession()
  expect(screen.getByRole('form', { name: 'Create a Session' })).toBeTruthy()
  cleanup()
  const activity = { ...stored, ...formWith({ title: 'Stretch' }) }
  open(updateActivityPage, <UpdateActivityPage />, '/challenges/stretch/update', { challenge: activity, hut: null })
  expect(screen.getByRole('form', { name: 'Update Stretch' })).toBeTruthy()
  cleanup()
  open(updateSessionPage, <UpdateSessionPage />, '/events/stretch/update', { challengeEvent: session, challenge: null })
  expect(screen.getByRole('form', { name: 'Update Now' })).toBeTruthy()
})

test('a template fills the form', { tags: 'BLD-02' }, () => {
  createActivity({ title: 'Pomodoro', parts: [groupOf(['Work', 'Rest'])] }, `${ACTIVITY}?template=pomodoro`)
  expect(title().value).toBe('Pomodoro')
  expect(box('Title of part 2').value).toBe('Rest')
})

test('the group in the address is sent with the activity', { tags: 'BLD-03' }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  const hut = {
    id: 4,
    slug: 'runners',
    title: 'Runners',
    url: '/group/runners',
    content: '',
    user_count: 1,
    is_joined: 1
  }
  open(createActivityPage, <CreateActivityPage />, `${ACTIVITY}?hut=4`, { challenge: formWith({ hut_id: 4 }), hut })
  expect(screen.getByText('It becomes part of Runners.')).toBeTruthy()
  type(title(), 'Run')
  press('Create activity')
  await waitFor(() => expect(challenge(sent).hut_id).toBe(4))
})

test('the page of templates lists them, each with a Use link', { tags: ['BLD-04', 'BLD-05'] }, () => {
  open(templatesPage, <TemplatesPage />, '/challenges/templates', {
    templates: [activityCard({ is_preset: 1 })],
    challengesCount: 1
  })
  const use = screen.getByRole('link', { name: 'Use Pomodoro' })
  expect(use.getAttribute('href')).toBe('/challenges/create?template=pomodoro')
  expect(use.textContent).toBe('Use')
})

test('a signed-in person creates an activity and arrives on its page', { tags: ['BLD-09', 'GOAL-05'] }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  const router = createActivity()
  expect(screen.getByRole('link', { name: 'Create a goal of your own' }).getAttribute('href')).toBe(
    '/my/goals?create=1'
  )
  type(title(), 'Stretch')
  type(await screen.findByRole('textbox', { name: 'Description' }), 'Slowly.')
  press('Add a part')
  type(box('Title of part 1'), 'Warm up')
  press('Create activity')
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities/stretch'))
  expect(challenge(sent)).toMatchObject({ title: 'Stretch', content: '<p>Slowly.</p>', duration: 0 })
  expect(challenge(sent).parts[0]?.parts[0]).toMatchObject({ title: 'Warm up', duration: 300 })
  expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
})

test('a signed-in person creates a session, with or without an activity', { tags: ['BLD-10', 'D-71'] }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenge-events': made })
  const router = createSession({ title: 'Stretch' }, `${SESSION}?challenge=stretch`, { ...stored, title: 'Stretch' })
  press('Start now')
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/stretch'))
  expect(sent[0]?.body?.activity).toBe('stretch')
  expect(challenge(sent)).toMatchObject({ title: 'Stretch', duration: 3600, started_at: null })
  cleanup()
  createSession({ title: 'Alone' })
  press('Start now')
  await waitFor(() => expect(sent[1]?.body?.activity).toBeNull())
})

test.each([
  ['an activity', createActivity, 'Create activity'],
  ['a session', createSession, 'Start now']
] as const)(
  '%s without a title is not sent, and the field and a warning say why',
  { tags: ['BLD-11', 'BLD-12', 'BLD-15'] },
  async (_, make, button) => {
    setUser(ADA)
    const sent = respond({})
    make()
    press(button)
    await warned('Please set the challenge title.')
    expect(title().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  }
)

test('a session without a duration is not sent', { tags: 'BLD-13' }, async () => {
  setUser(ADA)
  const sent = respond({})
  createSession({ title: 'A' })
  type(box('Duration'), '')
  press('Start now')
  await warned('Please set the challenge duration.')
  expect(box('Duration').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

const START = '2030-01-01T10:00:00.000Z'
const dated = (minutes: number[], more: object = {}) => {
  const group = groupOf(minutes.map(String), { linked: 0 })
  const parts = group.parts.map((part, index) => ({
    ...part,
    relative_dates: 0 as const,
    started_at: new Date(Date.parse(START) + (minutes[index] ?? 0) * 60_000).toISOString(),
    ...more
  }))
  return [{ ...group, parts }]
}
const OVERLAP = "Parts cannot overlap. The start dates must not occur before the previous timer's end date."

test.each([
  [
    'a part without a duration',
    { started_at: START, parts: dated([0], { duration: 0 }) },
    'The duration cannot be 0.',
    'The duration cannot be 0.'
  ],
  [
    'a part before the session',
    { started_at: START, parts: dated([-5]) },
    "The start date of timer #1 must occur after the challenge's start date.",
    "The start date of timer #1 must occur after the challenge's start date."
  ],
  [
    'a dated part in a session without a date',
    { parts: dated([0]) },
    'Please set the challenge start date. The challenge start date must be set if any timer dates are set.',
    'Please set the challenge start date. The challenge start date must be set if any timer dates are set.'
  ],
  [
    'parts that overlap',
    { started_at: START, parts: dated([0, 2]) },
    OVERLAP,
    "The start date of timer #2 must not occur before the previous timer's end date."
  ]
])(
  'dates that do not fit are reported beside the part and before sending: %s',
  { tags: ['BLD-14', 'BLD-16', 'BLD-17', 'BLD-18', 'BLD-19', 'BLD-20'] },
  async (_, form, warning, beside) => {
    setUser(ADA)
    const sent = respond({})
    createSession({ title: 'A', ...form } as Partial<Form>)
    expect(screen.getAllByText(beside).length).toBeGreaterThan(0)
    fireEvent.click(document.querySelector('button[type="submit"]') as HTMLElement)
    await warned(warning)
    expect(sent).toEqual([])
  }
)

test('a duration is rewritten on leaving, reported if unreadable, and may be emptied', {
  tags: ['BLD-22', 'BLD-33', 'BLD-34']
}, async () => {
  setUser(ADA)
  const sent = respond({})
  createActivity({ title: 'A', parts: [groupOf(['Work'])] })
  const length = box('Duration of Work')
  type(length, '1h 30m')
  fireEvent.blur(length)
  expect(length.value).toBe('1 h 30 min')
  type(length, 'soon')
  fireEvent.blur(length)
  expect(screen.getByText('The value [soon] could not be parsed')).toBeTruthy()
  expect(length.value).toBe('soon')
  press('Create activity')
  await warned('The value [soon] could not be parsed')
  expect(sent).toEqual([])
  type(length, '')
  fireEvent.blur(length)
  expect(length.value).toBe('')
})

test('a bare number is shown as zero seconds, until another duration is typed', {
  tags: ['BLD-22', 'BLD-32', 'D-90']
}, () => {
  createActivity({ title: 'A', parts: [groupOf(['Work'])] })
  const length = box('Duration of Work')
  type(length, '5')
  fireEvent.blur(length)
  expect(length.value).toBe('0 s')
  type(length, '2m')
  fireEvent.blur(length)
  expect(length.value).toBe('2 min')
})

test('a refusal is shown under its field, and nothing typed is lost', { tags: 'BLD-35' }, async () => {
  setUser(ADA)
  const errors = { 'challenge.parts.0.parts.0.title': 'Use at most 255 characters.', 'challenge.donation_link': 'No.' }
  const message = 'Use at most 255 characters.'
  respond({ 'POST /api/challenges': () => json({ message, error: message, errors }, 422) })
  createActivity({ title: 'A', parts: [groupOf(['Work'])] })
  press('Create activity')
  await waitFor(() => expect(box('Title of part 1').getAttribute('aria-invalid')).toBe('true'))
  expect(box('Donation link').getAttribute('aria-invalid')).toBe('true')
  expect(title().value).toBe('A')
})

test('required fields have a red asterisk', { tags: 'BLD-36' }, () => {
  createSession()
  for (const name of ['Title', 'Duration']) {
    const label = screen.getByText((_, element) => element?.tagName === 'LABEL' && element.textContent === `${name} *`)
    expect(label.querySelector('[class*="required"]')?.textContent).toContain('*')
  }
})

test('a chosen day begins at noon, and its minutes change in steps of five', {
  tags: ['BLD-37', 'BLD-38', 'BLD-39', 'BLD-40']
}, async () => {
  createSession()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  press('Calendar: Start date')
  fireEvent.click(await screen.findByRole('button', { name: 'Next month' }))
  fireEvent.click(document.querySelector('.mantine-DatePicker-day:not([data-outside])') as HTMLElement)
  expect(field.value).toMatch(/^\d{4}-\d\d-01 12:00:00$/)
  fireEvent.keyDown(screen.getByLabelText('Minute'), { key: 'ArrowUp' })
  await waitFor(() => expect(field.value).toMatch(/ 12:05:00$/))
})

test('the calendar offers no past day, and all its controls have names', async () => {
  createSession()
  await screen.findByRole('textbox', { name: 'Start date' })
  press('Calendar: Start date')
  const names = ['Previous month', 'Next month', 'Choose a month']
  for (const name of names) expect(await screen.findByRole('button', { name: new RegExp(name) })).toBeTruthy()
  for (const name of ['Hour', 'Minute', 'Second']) expect(screen.getByLabelText(name)).toBeTruthy()
  const [before] = document.querySelectorAll<HTMLButtonElement>('.mantine-DatePicker-calendarHeaderControl')
  expect(before?.disabled).toBe(true)
})

test('choosing another day keeps the time', { tags: ['BLD-38', 'BLD-40'] }, async () => {
  createSession({ started_at: new Date(2060, 0, 2, 18, 5, 7).toISOString() })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  press('Calendar: Start date')
  fireEvent.click(await screen.findByRole('button', { name: '20 January 2060' }))
  expect(field.value).toBe('2060-01-20 18:05:07')
})

test('a typed start that is invalid or past is reported and not sent, and a valid one is sent', async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenge-events': made })
  createSession({ title: 'A' })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  type(field, '2060-02-31')
  press('Start now')
  await warned('Write the date as 2026-05-31 18:30.')
  expect(document.activeElement).toBe(field)
  type(field, '2020-02-01 10:00')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  press('Schedule for Sat 10:00')
  await warned('Choose a start that isn’t in the past.')
  expect(sent).toEqual([])
  type(field, '2060-02-01')
  fireEvent.blur(field)
  expect(field.value).toBe('2060-02-01 12:00:00')
  press('Schedule for Sun 1 Feb 12:00')
  await waitFor(() => expect(challenge(sent).started_at).toBe(new Date(2060, 1, 1, 12).toISOString()))
})

test('starting by hand removes the start date with a message, and a date turns it off', {
  tags: 'D-83'
}, async () => {
  createSession({ title: 'A', started_at: '2060-01-01T10:00:00.000Z' })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' })
  tick('Starts by hand')
  expect(await screen.findByText('The host starts it, so we removed the start date.')).toBeTruthy()
  expect(field.value).toBe('')
  type(field, '2060-01-01 10:00')
  expect(ticked('Starts by hand')).toBe(false)
})

test('a plan of more than 30 days warns that the session ends before it', { tags: ['D-84', 'D-132'] }, () => {
  const parts = groupOf(['A', 'B']).parts.map(part => ({ ...part, duration: 18 * 86_400 }))
  const says = 'The plan lasts 36 days. A session lasts at most 30 days, so it ends before the plan does.'
  createSession({ title: 'A', parts: [{ ...groupOf([]), parts }], duration: 30 * 86_400 })
  expect(screen.getByText(says)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make it a programme' })).toBeTruthy()
  cleanup()
  createActivity({ title: 'A', duration: 0, parts: [{ ...groupOf([]), parts }] })
  expect(screen.getByText(says)).toBeTruthy()
})

test('an activity is listed unless Unlisted is chosen', { tags: 'D-159' }, async () => {
  createActivity({ title: 'A' })
  const choice = screen.getByLabelText('Visibility')
  expect(screen.getByText('Anyone can find it in lists and search.')).toBeTruthy()
  fireEvent.change(choice, { target: { value: '1' } })
  expect(await screen.findByText('Only people with the link can find it.')).toBeTruthy()
})

test('a length that differs from the plan is reported, and one press makes it equal', { tags: 'D-132' }, () => {
  createSession({ title: 'A', parts: [groupOf(['A', 'B', 'C'])] })
  expect(screen.getByText('The plan lasts 15 min.')).toBeTruthy()
  press('Make it 15 min')
  expect(box('Duration').value).toBe('15 min')
  expect(screen.queryByText(/^The plan lasts/)).toBeNull()
  press('Take 1 h')
  expect(box('Duration').value).toBe('1 h')
  cleanup()
  // The plan is shorter than a session may be.
  createSession({ title: 'A', parts: [groupOf(['A'], { sets: 1 })], duration: 300 })
  expect(screen.queryByText(/^The plan lasts/)).toBeNull()
  cleanup()
  createActivity({ title: 'A', duration: 0, parts: [groupOf(['A', 'B'])] })
  expect(screen.queryByText(/^The plan lasts/)).toBeNull()
})

const pressEnter = (element: HTMLElement, more: object = {}) => fireEvent.keyDown(element, { key: 'Enter', ...more })

test('Enter never saves, and in a part’s title it goes to the next one or adds one', {
  tags: 'D-136'
}, async () => {
  createActivity({ title: 'A', parts: [groupOf(['A', 'B'])] })
  for (const field of [title(), box('Group name of part group 1'), box('Duration of A'), box('Donation link')]) {
    expect(pressEnter(field)).toBe(false)
  }
  pressEnter(box('Title of part 1'))
  expect(document.activeElement).toBe(box('Title of part 2'))
  pressEnter(box('Title of part 2'))
  expect(document.activeElement).toBe(box('Title of part 3'))
  expect(box('Title of part 3').value).toBe('')
  // In a text field, Enter starts a new line.
  expect(pressEnter(await screen.findByRole('textbox', { name: 'Description' }))).toBe(true)
})

test.each(['ctrlKey', 'metaKey'])('Enter with %s saves, from any field', { tags: 'D-136' }, async key => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  createActivity({ title: 'A', parts: [groupOf(['A'])] })
  pressEnter(box('Title of part 1'), { [key]: true })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(challenge(sent).parts[0]?.parts).toHaveLength(1)
})

test('the save button names what it does', { tags: 'D-136' }, async () => {
  createSession({ title: 'A' })
  const field = await screen.findByRole('textbox', { name: 'Start date' })
  expect(screen.getByRole('button', { name: 'Start now' })).toBeTruthy()
  tick('Starts by hand')
  expect(screen.getByRole('button', { name: 'Create, start by hand' })).toBeTruthy()
  const soon = dayjs().add(2, 'day')
  type(field, soon.format('YYYY-MM-DD HH:mm'))
  expect(screen.getByRole('button', { name: `Schedule for ${soon.format('ddd HH:mm')}` })).toBeTruthy()
})

test('a warning disappears once its problem is fixed, and when the page is left', async () => {
  setUser(ADA)
  respond({ 'POST /api/challenges': made })
  createActivity()
  press('Add a goal')
  press('Create activity')
  await warned('Please set the challenge title.')
  // At the field and in the warning, and not in the bar that saves too.
  expect(screen.getAllByText('Please set the challenge title.')).toHaveLength(2)
  type(screen.getAllByRole('textbox', { name: 'Title' })[0] as HTMLElement, 'A')
  await waitFor(() => expect(screen.queryByText('Please set the challenge title.')).toBeNull())
  press('Create activity')
  await waitFor(() =>
    expect(document.querySelector('[data-kind="warning"]')?.textContent).toContain('Value is required.')
  )
  cleanup()
  createSession()
  await waitFor(() => expect(screen.queryByText('Value is required.')).toBeNull())
})

test('a new part lasts five minutes and starts relative to the one before it', {
  tags: ['BLD-43', 'BLD-44', 'BLD-45', 'BLD-46']
}, async () => {
  createActivity({ parts: [groupOf(['A', 'B'], { linked: 0 })] })
  press('Add a part')
  const duration = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Duration of Part 3' })
  expect(duration.value).toBe('5 min')
  press('Options of B')
  const start = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Start' })
  expect([...start.options].map(option => option.text)).toEqual([
    'After previous event ends',
    'Before previous event ends',
    'After previous event starts'
  ])
  type(start, 'after_previous_starts')
  type(box('How long after'), '2m')
  expect(screen.getByText('Starts at 02:00')).toBeTruthy()
})

test('a group can be linked and auto-started in its options', { tags: ['BLD-47', 'BLD-48', 'D-92'] }, () => {
  createActivity({ parts: [groupOf(['A', 'B'], { linked: 0, auto_start: 0 })] })
  expect(screen.queryByRole('checkbox', { name: 'Linked' })).toBeNull()
  expect(screen.getByText('not linked · waits for the host')).toBeTruthy()
  press('Options of Part group 1')
  tick('Linked')
  tick('Auto start')
  expect([ticked('Linked'), ticked('Auto start')]).toEqual([true, true])
})

test('auto start without linking is reported and stays off if the host starts the session', {
  tags: ['BLD-49', 'BLD-50']
}, async () => {
  createActivity({ is_manually_started: 1, parts: [groupOf(['A'], { linked: 0, auto_start: 0 })] })
  press('Options of Part group 1')
  tick('Auto start')
  const text = await screen.findByText('Auto started events must be linked.')
  expect(text.closest('[data-kind="info"]')).toBeTruthy()
  expect(ticked('Auto start')).toBe(false)
})

test('starting by hand turns off the auto start of unlinked groups', { tags: ['BLD-50', 'D-92'] }, async () => {
  createActivity({ parts: [groupOf(['A'], { linked: 0, auto_start: 1 })] })
  tick('Starts by hand')
  expect(await screen.findByText('Auto started events must be linked.')).toBeTruthy()
  press('Options of Part group 1')
  expect(ticked('Auto start')).toBe(false)
})

test('a new goal has the amount 1 and is sent with its fields', { tags: 'BLD-51' }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  createActivity({ title: 'A' })
  press('Add a goal')
  expect(screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Amount' })[0]?.value).toBe('1')
  type(screen.getByPlaceholderText('Read 12 books'), 'Laps')
  type(box('Unit'), 'laps')
  press('Create activity')
  await waitFor(() =>
    expect(challenge(sent).tasks[0]?.parts[0]).toMatchObject({ title: 'Laps', unit: 'laps', amount: 1 })
  )
})

test('the settings of groups and parts are sent', { tags: ['BLD-71..BLD-73', 'BLD-82..BLD-94'] }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  createActivity({ title: 'A', parts: [groupOf(['Work'])], tasks: [goalsOf('Words')] })
  press('Options of Part group 1')
  tick('Hidden')
  type(box('Sets'), '3')
  press('Options of Work')
  tick('Per participant')
  tick('The host can finish it early')
  tick('People can write its text during the session')
  type(box('Question to ask'), 'What now?')
  tick('Interval timers')
  type(box('Duration of timer 1'), '40s')
  tick('Made of shorter timers')
  press('Add an inner timer')
  tick('Words')
  press('Add an alert')
  press('Create activity')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [group] = challenge(sent).parts
  expect(group).toMatchObject({ hidden: 1, sets: 3, linked: 1, auto_start: 1 })
  expect(group?.parts[0]).toMatchObject({
    per_participant: 1,
    can_complete: 1,
    edit_content: 1,
    edit_prompt: 'What now?',
    is_interval: 1,
    is_custom_duration: 0,
    duration: 100,
    timers: [{ is_interval: 1, nested: [{ duration: 40 }, { duration: 60 }] }],
    task_uuids: [goalsOf('Words').parts[0]?.uuid],
    alerts: [{ at: 60, title: 'Last minute' }]
  })
})

test('the timeline shows the total, gaps, and by how much the session is too short', () => {
  const group = groupOf(['A', 'B'], { linked: 0 })
  const parts = group.parts.map((part, index) => (index === 1 ? { ...part, time_from: 120 } : part))
  createSession({ title: 'A', duration: 600, parts: [{ ...group, parts }] })
  // Once above the timeline, and once beside the save button.
  expect(screen.getAllByText('12 min')).toHaveLength(2)
  expect(screen.getByText('2 min gap between “A” and “B”.')).toBeTruthy()
  expect(screen.getByText('The parts last 2 min longer than the session.')).toBeTruthy()
  expect(screen.getByText('Starts at 07:00')).toBeTruthy()
})

test('categories have four levels, and the deepest choice is sent', { tags: 'D-59' }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenges': made })
  createActivity({ title: 'A' })
  for (const [name, value] of [
    ['Category', '1'],
    ['Within Health', '2'],
    ['Within Running', '3'],
    ['Within Road', '4']
  ] as const)
    type(screen.getByRole('combobox', { name }), value)
  press('Create activity')
  await waitFor(() => expect(challenge(sent).term_id).toBe(4))
})

test('a join code can be typed or generated, and is sent with a donation link', {
  tags: ['D-77', 'D-79']
}, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/challenge-events': made })
  createSession({ title: 'A' })
  tick('Needs a code to join')
  press('Get a code')
  expect(box('Join code').value).toMatch(/^[a-z0-9]{5}$/)
  type(box('Join code'), 'fire')
  type(box('Donation link'), 'https://example.com')
  press('Start now')
  await waitFor(() =>
    expect(challenge(sent)).toMatchObject({ needs_code: 1, join_code: 'fire', donation_link: 'https://example.com' })
  )
})

test('a save after the login ended asks to sign in, then continues with its key and text', async () => {
  setUser(ADA)
  let isSignedIn = false
  const refusal = { message: 'Please sign in to use that feature.', error: 'Please sign in.' }
  const sent = respond({
    'POST /api/challenges': () => (isSignedIn ? made() : json(refusal, 401, { 'x-person': 'visitor' })),
    'GET /api/get-user': () => json(isSignedIn ? ADA : null)
  })
  watchLogin()
  const router = createActivity()
  type(title(), 'Stretch')
  press('Create activity')
  await waitFor(() => expect(getSignIn()).toMatchObject({ open: true, actionText: 'to continue' }))
  expect(title().value).toBe('Stretch')
  isSignedIn = true
  enter(ADA)
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities/stretch'))
  const saves = sent.filter(({ method }) => method === 'POST')
  expect(saves.map(({ body }) => body?.challenge as Form).map(({ title }) => title)).toEqual(['Stretch', 'Stretch'])
  expect(new Set(saves.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a visitor is asked to sign in, then the typed form is saved', { tags: 'HDR-50' }, async () => {
  const sent = respond({ 'POST /api/challenges': made })
  const router = createActivity({ title: 'Pomodoro' }, `${ACTIVITY}?template=pomodoro`)
  type(title(), 'My pomodoro')
  press('Create activity')
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to create a challenge using a challenge template' })
  setUser(ADA)
  void signInSucceeded()
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities/stretch'))
  expect(challenge(sent).title).toBe('My pomodoro')
})

test('a draft survives a reload, can be restored, and is deleted once saved', async () => {
  setUser(ADA)
  respond({ 'POST /api/challenges': made })
  createActivity()
  type(title(), 'Half done')
  cleanup()
  createActivity()
  expect(title().value).toBe('')
  press('Restore')
  expect(title().value).toBe('Half done')
  press('Create activity')
  await waitFor(() => expect(localStorage.length).toBe(0))
  cleanup()
  createActivity()
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
})

test('without the network the typed text stays and can be saved again', async () => {
  setUser(ADA)
  respond({ 'POST /api/challenges': () => Promise.reject(new TypeError('offline')) })
  createActivity({ title: 'A' })
  type(title(), 'B')
  press('Create activity')
  expect(await screen.findByText(/The server didn’t answer. What you typed is kept in this browser/)).toBeTruthy()
  expect(title().value).toBe('B')
})

test('leaving with unsaved changes asks first', async () => {
  const router = createActivity()
  type(title(), 'Half done')
  void router.navigate('/activities')
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe(ACTIVITY)
  void router.navigate('/activities')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities'))
})

test('deleting an activity asks first', { tags: 'D-64' }, async () => {
  setUser(ADA)
  const sent = respond({ 'DELETE /api/challenges/stretch': () => json({ error: null, error_code: null }) })
  const activity = { ...stored, ...formWith({ title: 'Stretch' }) }
  const router = open(updateActivityPage, <UpdateActivityPage />, '/challenges/stretch/update', {
    challenge: activity,
    hut: null
  })
  press('Delete this activity')
  expect(sent).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities'))
})

test('only the texts, category and link of an ended session can change', async () => {
  setUser(ADA)
  const sent = respond({ 'PATCH /api/challenge-events/stretch/patch': made })
  const session = { ...stored, status: 2, ...formWith({ title: 'Done', parts: [groupOf(['A'])] }) }
  open(updateSessionPage, <UpdateSessionPage />, '/events/stretch/update', { challengeEvent: session, challenge: null })
  expect(screen.queryByRole('textbox', { name: 'Title of part 1' })).toBeNull()
  expect(box('Duration').disabled).toBe(true)
  type(title(), 'Well done')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(challenge(sent)).toEqual({ title: 'Well done', revision: 3 })
})

test('changes of another editor are merged, and a field that both changed is asked about', {
  tags: 'D-140'
}, async () => {
  setUser(ADA)
  const group = groupOf(['A', 'B'])
  const form = { ...stored, ...formWith({ title: 'Stretch', parts: [group] }) }
  const theirs = {
    ...form,
    revision: 5,
    title: 'Theirs',
    parts: [
      { ...group, parts: group.parts.map(part => ({ ...part, title: part.title === 'A' ? 'A, by them' : part.title })) }
    ]
  }
  const message = 'Someone changed this while you were editing it. Nothing is saved yet.'
  const sent: Sent[] = respond({
    'PATCH /api/challenges/stretch/patch': () =>
      challenge(sent.slice(-1)).revision === 5 ? made() : json({ message, error: message, newer: theirs }, 409)
  })
  const router = open(updateActivityPage, <UpdateActivityPage />, '/challenges/stretch/update', {
    challenge: form,
    hut: null
  })
  type(title(), 'Mine')
  type(box('Title of part 2'), 'B, by me')
  press('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' })
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map(radio => radio.closest('label')?.textContent)
  ).toEqual(['YoursMine', 'Saved in the meantimeTheirs'])
  // Without a choice, the typed text stays and nothing is saved.
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect([title().value, box('Title of part 1').value]).toEqual(['Mine', 'A'])
  press('Save')
  fireEvent.click(await screen.findByRole('radio', { name: /Saved in the meantime/ }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities/stretch'))
  const last = challenge(sent.slice(-1)) as Form & { revision: number }
  expect(Object.keys(last).sort()).toEqual(['parts', 'revision'])
  expect(last.parts[0]?.parts.map(part => part.title)).toEqual(['A, by them', 'B, by me'])
})

test('parts can be moved with the menu, without dragging', async () => {
  createActivity({ parts: [groupOf(['A', 'B'])] })
  press('Menu of B')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Move up', hidden: true }))
  expect(box('Title of part 1').value).toBe('B')
})

test.each([
  ['activity', '/api/challenges/stretch'],
  ['session', '/api/challenge-events/stretch']
])(
  'a save that changed only the order uses the reorder call: %s',
  { tags: ['BLD-55', 'BLD-62', 'D-69'] },
  async (kind, call) => {
    setUser(ADA)
    const sent = respond({ [`PATCH ${call}/parts/reorder`]: made, [`PATCH ${call}/patch`]: made })
    const group = groupOf(['A', 'B'])
    const form = { ...stored, status: 0, ...formWith({ title: 'Stretch', parts: [group] }) }
    const change = () =>
      kind === 'activity'
        ? open(updateActivityPage, <UpdateActivityPage />, '/challenges/stretch/update', { challenge: form, hut: null })
        : open(updateSessionPage, <UpdateSessionPage />, '/events/stretch/update', {
            challengeEvent: form,
            challenge: null
          })
    const moveUp = async () => {
      press('Menu of B')
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Move up', hidden: true }))
    }
    change()
    await moveUp()
    press('Save')
    await waitFor(() => expect(sent).toHaveLength(1))
    const [a, b] = group.parts.map(({ uuid }) => uuid) as [string, string]
    const places = { type: 'part', events_group_uuid: group.uuid, parts: { [b]: 0, [a]: 1 } }
    expect(sent[0]).toMatchObject({ url: `${call}/parts/reorder`, body: places })
    cleanup()
    change()
    await moveUp()
    type(box('Title of part 1'), 'B2')
    press('Save')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.url).toBe(`${call}/patch`)
  }
)

test('choosing an activity fills the form with its plan', { tags: 'D-71' }, async () => {
  const tabata = { slug: 'tabata', title: 'Tabata' }
  const session = { challengeEvent: formWith(), challenge: null, challenges: [tabata] }
  const filled = formWith({ title: 'Tabata', parts: [groupOf(['Sprint'])] })
  const router = open(createSessionPage, <CreateSessionPage />, SESSION, session)
  putPage(createSessionPage, `${SESSION}?challenge=tabata`, {
    ...CHOICES,
    ...session,
    challengeEvent: filled,
    challenge: tabata
  })
  fireEvent.click(screen.getByRole('combobox', { name: 'Activity' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Tabata', hidden: true }))
  await waitFor(() => expect(router.state.location.search).toBe('?challenge=tabata'))
  expect(box('Title of part 1').value).toBe('Sprint')
})
