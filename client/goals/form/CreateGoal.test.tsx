import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toMiles } from '../../../domain/lib/distance.ts'
import { stored as waiting } from '../../../testing/page/outbox.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../../testing/page/show.tsx'
import { toasts } from '../../../testing/page/toasts.ts'
import { getUser, setUser } from '../../lib/user.ts'
import { kick } from '../../outbox/outbox.ts'
import { EXAMPLE_GOAL } from '../example-goal.ts'
import { CreateGoal } from './CreateGoal.tsx'

const STORE = 'POST /api/goals/store'
const stored = () => json({ goal: EXAMPLE_GOAL, goals: [EXAMPLE_GOAL], error: null, error_code: null })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T12:00:00Z') })
  setUser(ADA)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  forget()
})

const open = () => show(<CreateGoal onCreated={() => {}} />)
const titleField = () => screen.getByLabelText<HTMLInputElement>(/^Title \*/)
const field = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const chips = () =>
  within(screen.getByRole('list', { name: 'Understood' }))
    .getAllByRole('button')
    .map(chip => chip.textContent)
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create goal' }))
const isClosed = () => screen.queryByRole('textbox', { name: 'Title' }) === null

async function say(sentence: string, understood: string): Promise<void> {
  type('What do you want to do?', sentence)
  await waitFor(() => expect(chips()).toContain(understood))
}

function task(sent: Sent[]) {
  return (sent[0]?.body as { challenge: { tasks: Record<string, unknown>[] } } | undefined)?.challenge.tasks[0]
}

test('a sentence becomes a goal with fitting buttons', { tags: ['GOAL-10', 'GOAL-11'] }, async () => {
  const sent = respond({ [STORE]: stored })
  open()
  await say('walk 30 minutes every day', 'Every day')
  expect(chips()).toEqual(['Time', '30 min', 'Every day', 'Buttons: 10 min, 20 min, 30 min'])
  expect(isClosed()).toBe(true)
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({
    title: 'Walk 30 minutes',
    amount: null,
    duration: 1800,
    repeats: { every: 'day', weekdays: [] },
    quick_log_buttons: [{ duration: 600 }, { duration: 1200 }, { duration: 1800 }]
  })
})

test('kilometres of someone who has chosen no unit stay kilometres', { tags: 'D-154' }, async () => {
  const UNITS = 'PATCH /api/account/units'
  const sent = respond({ [STORE]: stored, [UNITS]: () => json({ user: { ...ADA, distance_unit: 'km' } }) })
  open()
  await say('run 5 miles on Tuesdays', '5 miles')
  await say('run 5 km on Tuesdays and Fridays', '5 km')
  expect(chips()).toEqual(['Distance', '5 km', 'Tue, Fri', 'Button: 1 km'])
  fireEvent.click(screen.getByRole('button', { name: 'Change 5 km' }))
  expect(field('Distance in km').value).toBe('5')
  create()
  await waitFor(() => expect(getUser()?.distance_unit).toBe('km'))
  expect(task(sent)).toMatchObject({ distance: toMiles(5, 'km'), quick_log_buttons: [{ distance: toMiles(1, 'km') }] })
  expect(sent[1]?.body).toMatchObject({ distance_unit: 'km' })
})

test('a chosen unit stays when a sentence has the other one', { tags: 'D-154' }, async () => {
  setUser({ ...ADA, distance_unit: 'mi' })
  const sent = respond({ [STORE]: stored })
  open()
  await say('run 5 km', '3.107 miles')
  create()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('What do you want to do?').value).toBe(''))
  expect(sent).toHaveLength(1)
})

test('a goal sent before its sentence is read waits for it', async () => {
  const sent = respond({ [STORE]: stored })
  open()
  type('What do you want to do?', 'walk 30 minutes every day')
  create()
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(task(sent)).toMatchObject({ title: 'Walk 30 minutes', duration: 1800 })
})

test.each([
  ['walk 30 minutes every day', 'Time', 'Time20 hours'],
  ['walk 30 minutes every day', '30 min', 'Duration'],
  ['walk 30 minutes every day', 'Every day', 'Repeats'],
  ['walk 30 minutes every day', 'Buttons: 10 min, 20 min, 30 min', ''],
  ['run 5 miles on Tuesdays and Fridays', '5 miles', 'Distance in miles'],
  ['run 5 miles on Tuesdays and Fridays', 'Tue, Fri', 'Repeats'],
  ['read 12 books by June 1', '12 books', 'Amount'],
  ['read 12 books by June 1', 'By June 1', 'By'],
  ['read 12 books by February 1', 'By February 1, 2027', 'By']
])('"%s": the chip "%s" moves to its field', async (sentence, chip, label) => {
  open()
  await say(sentence, chip)
  fireEvent.click(screen.getByRole('button', { name: `Change ${chip}` }))
  expect(isClosed()).toBe(false)
  const { activeElement } = document
  if (label) expect((activeElement as HTMLInputElement).labels?.[0]?.textContent).toBe(label)
  else expect(activeElement?.textContent).toBe('Change the buttons')
})

test('typing on leaves what was corrected in the fields', async () => {
  open()
  await say('walk 30 minutes every day', '30 min')
  type('Duration', '40m')
  type('Description', 'By the river')
  await say('walk 30 minutes with Grace every week', 'Every week')
  expect(chips()).toContain('40 min')
  expect(titleField().value).toBe('Walk 30 minutes with Grace')
  type('What do you want to do?', 'walk with Grace')
  await waitFor(() => expect(chips()).toEqual(['Time', '40 min', 'Button: 40 min']))
  expect(field('Duration').value).toBe('40 min')
  expect(field('Description').value).toBe('By the river')
})

test('a sentence without an amount leaves kind and amount', async () => {
  open()
  fireEvent.click(screen.getByRole('radio', { name: /^Distance/ }))
  type('Distance in miles', '20')
  await say('run every week', 'Every week')
  expect(chips().slice(0, 3)).toEqual(['Distance', '20 miles', 'Every week'])
})

test('a sentence that is a plain title empties what the last one filled in', async () => {
  open()
  await say('walk 30 minutes every day', 'Every day')
  await say('walk a lot', '1 time')
  expect([titleField().value, field('Repeats').value]).toEqual(['walk a lot', ''])
  type('What do you want to do?', '')
  await waitFor(() => expect(isClosed()).toBe(false))
})

test('a sentence replaces a chosen suggestion', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Drink enough water' }))
  expect(chips()).toEqual(['Count', '8 glasses', 'Every day', 'Button: 1 glass'])
  await say('read 12 books by June 1', '12 books')
  expect(chips()).toEqual(['Count', '12 books', 'By June 1', 'Button: 1 book'])
  await waitFor(() => expect(field('Action').value).toBe(''))
})

test('a wrong field opens the fields', async () => {
  open()
  await say('walk 30 minutes every day', '30 min')
  type('Duration', 'soon')
  create()
  await waitFor(() => expect(document.activeElement).toBe(field('Duration')))
  expect(isClosed()).toBe(false)
})

test('a goal of the form waits for the connection, once it is complete', { tags: 'D-158' }, async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const sent = respond({ [STORE]: stored })
  open()
  await say('walk 30 minutes every day', 'Every day')
  create()
  await waitFor(() => expect(waiting()).toHaveLength(1))
  expect(toasts()).toEqual(['info: “Walk 30 minutes” will be created when you’re connected again.'])
  expect(field('What do you want to do?').value).toBe('')
  expect(sent).toEqual([])
  onLine.mockReturnValue(true)
  kick()
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(task(sent)?.title).toBe('Walk 30 minutes')
  expect(toasts()).toContain('success: “Read 12 books this year” is created.')
  onLine.mockReturnValue(false)
  create()
  expect(await screen.findByText('Value is required.')).toBeTruthy()
  expect(waiting()).toEqual([])
})

test('what was typed is offered again after the page was closed', { tags: 'D-158' }, async () => {
  respond({ [STORE]: stored })
  open()
  await say('read 12 books by June 1', '12 books')
  await waitFor(() => expect(Object.keys(localStorage).some(name => name.includes('draft'))).toBe(true))
  cleanup()
  open()
  fireEvent.click((await screen.findAllByRole('button', { name: /^Restore/ }))[0] as HTMLElement)
  expect(titleField().value).toBe('Read 12 books')
  expect(field('Amount').value).toBe('12')
})
