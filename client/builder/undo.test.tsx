import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import type { Part } from '../../domain/activities/plan.ts'
import { newTimer } from '../../domain/goals/new-timer.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { CreateActivityPage } from './CreateActivityPage.tsx'
import { CHOICES, formWith, goalsOf, groupOf } from './example-form.ts'
import type { Form } from './form.ts'

vi.mock('../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => false }))

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(forget)

const undo = () => fireEvent.click(screen.getByTitle('Undo (Ctrl+Z)'))
const redo = () => fireEvent.click(screen.getByTitle('Redo (Ctrl+Shift+Z)'))

function open(form: Partial<Form> = {}) {
  const at = '/challenges/create'
  putPage(createActivityPage, at, { ...CHOICES, challenge: formWith(form), hut: null })
  show(<CreateActivityPage />, at)
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const events = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^Title of part/ }).map(({ value }) => value)
function type(name: string, value: string) {
  act(() => box(name).focus())
  fireEvent.change(box(name), { target: { value } })
}
const keys = (more: object, key = 'z', on = document.activeElement ?? document.body) =>
  fireEvent.keyDown(on, { key, ctrlKey: true, ...more })
async function remove(name: string) {
  press(`Menu of ${name}`)
  const items = await screen.findAllByRole('menuitem', { name: 'Remove', hidden: true })
  fireEvent.click(items.at(-1) as HTMLElement)
}

test('Undo of a removed part restores only that part and keeps later changes', async () => {
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  await remove('B')
  expect(events()).toEqual(['A', 'C'])
  // The focus moves to the next row, not to the top of the page.
  expect(document.activeElement).toBe(box('Title of part 2'))
  type('Title of part 2', 'C, renamed')
  fireEvent.click(await screen.findByText('Undo'))
  expect(events()).toEqual(['A', 'B', 'C, renamed'])
  undo()
  expect(events()).toEqual(['A', 'C, renamed'])
})

test('buttons and keys undo and redo step by step, also in a text field', () => {
  open({ parts: [groupOf(['A', 'B'])] })
  type('Title', 'S')
  type('Title', 'Stretch')
  const bar = () => screen.getByRole('button', { name: /^A: Starts at/ })
  act(() => bar().focus())
  fireEvent.keyDown(bar(), { key: 'ArrowRight' })
  expect(events()).toEqual(['B', 'A'])
  act(() => box('Title').focus())
  keys({})
  expect([events(), box('Title').value]).toEqual([['A', 'B'], 'Stretch'])
  keys({})
  expect(box('Title').value).toBe('')
  keys({})
  keys({ shiftKey: true }, 'Z')
  expect(box('Title').value).toBe('Stretch')
  keys({}, 'y')
  expect(events()).toEqual(['B', 'A'])
  undo()
  expect(events()).toEqual(['A', 'B'])
  expect(screen.getByText('Undone. 1 more change can be undone.')).toBeTruthy()
  redo()
  expect(events()).toEqual(['B', 'A'])
})

const relative: Partial<Part> = { start_of: 'before_previous_ends', time_from: 60 }

test('ticking Linked removes the starts of its parts, and Undo restores them', () => {
  const group = groupOf(['A', 'B'], { linked: 0 })
  const parts = group.parts.map((part, index) => (index === 1 ? { ...part, ...relative } : part))
  open({ parts: [{ ...group, parts }] })
  expect(screen.getByText('Starts at 04:00')).toBeTruthy()
  press('Options of Part group 1')
  tick('Linked')
  expect(screen.getByText('Starts at 05:00')).toBeTruthy()
  undo()
  expect(screen.getByText('Starts at 04:00')).toBeTruthy()
})

test('Undo restores the sets of interval timers, and the inner timers of a removed timer', async () => {
  const nested = [
    { title: 'Sprint', duration: 20 },
    { title: 'Rest', duration: 10 }
  ]
  const timer = { ...newTimer('00000000-0000-4000-8000-000000000050'), is_interval: 1 as const, nested }
  const group = groupOf(['A'])
  const parts = group.parts.map(part => ({
    ...part,
    is_interval: 1 as const,
    is_custom_duration: 0 as const,
    sets: 8,
    timers: [timer]
  }))
  open({ parts: [{ ...group, parts }] })
  press('Options of A')
  expect(screen.getByText('4 min in all', { selector: 'fieldset p' })).toBeTruthy()
  tick('Interval timers')
  tick('Interval timers')
  expect(screen.queryByText('4 min in all', { selector: 'fieldset p' })).toBeNull()
  undo()
  undo()
  expect(screen.getByText('4 min in all', { selector: 'fieldset p' })).toBeTruthy()

  press('Remove inner timer 1.1')
  expect(document.activeElement).toBe(box('Title of inner timer 1.1'))
  press('Remove timer 1')
  expect(screen.queryByRole('textbox', { name: 'Title of timer 1' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('Add a timer')
  fireEvent.click(await screen.findByText('Undo'))
  expect(box('Title of inner timer 1.1').value).toBe('Rest')
  undo()
  undo()
  undo()
  expect(box('Title of inner timer 1.1').value).toBe('Sprint')
})

test('undo and redo change the fields of an open goal, which stays open', () => {
  open({ tasks: [goalsOf('Water')] })
  press('Fields of Water')
  type('Unit', 'glasses')
  undo()
  expect(box('Unit').value).toBe('')
  redo()
  expect(box('Unit').value).toBe('glasses')
  type('Unit', 'cups')
  expect(box('Unit').value).toBe('cups')
})

test('undo covers unreadable durations, and an offered length is one step', () => {
  open({ parts: [groupOf(['A'])] })
  const length = () => box('Duration of A').value
  type('Duration of A', 'soon')
  undo()
  expect(length()).toBe('0d 0h 5m 0s')
  type('Duration of A', '3')
  // A pressed button takes the focus, as in a browser.
  act(() => screen.getByRole('button', { name: '3 min' }).focus())
  press('3 min')
  expect(length()).toBe('0d 0h 3m 0s')
  undo()
  // The field had rewritten "3" when it lost the focus.
  expect(length()).toBe('0d 0h 0m 0s')
})
