import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActivityPage } from '../../../domain/activities/builder-page-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { CreateActivityPage } from '../CreateActivityPage.tsx'
import { CHOICES, formWith } from '../example-form.ts'

vi.mock('../../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => false }))

beforeEach(() => localStorage.clear())
afterEach(forget)

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const box = (name: string) => screen.getByRole('textbox', { name })

test('a new part takes the focus at once, and shows the rest of its row after the next paint', async () => {
  setUser(ADA)
  const at = '/challenges/create'
  putPage(createActivityPage, at, { ...CHOICES, challenge: formWith({}), hut: null })
  show(<CreateActivityPage />, at)
  const paints: FrameRequestCallback[] = []
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(paint => paints.push(paint))
  press('Add a part')
  expect(document.activeElement).toBe(box('Title of part 1'))
  expect(screen.queryByRole('textbox', { name: 'Duration of Part 1' })).toBeNull()
  fireEvent.change(box('Title of part 1'), { target: { value: 'Squats' } })
  frames.mockRestore()
  for (const paint of paints) paint(0)
  expect(await screen.findByRole('textbox', { name: 'Duration of Squats' })).toBeTruthy()
  expect(document.activeElement).toBe(box('Title of part 1'))
  expect(screen.getByRole('button', { name: 'Menu of Squats' })).toBeTruthy()
})

test('a new group shows its first part and its name at once, and its menu after the next paint', async () => {
  setUser(ADA)
  const at = '/challenges/create'
  putPage(createActivityPage, at, { ...CHOICES, challenge: formWith({}), hut: null })
  show(<CreateActivityPage />, at)
  press('Add a part')
  expect(box('Group name of part group 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Menu of Part group 1' })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Menu of Part group 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Options of Part group 1' })).toBeTruthy()
  expect(document.activeElement).toBe(box('Title of part 1'))
})

test('an idle browser renders a part outside the page, and changes neither the page nor a draft', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  setUser(ADA)
  const at = '/challenges/create'
  putPage(createActivityPage, at, { ...CHOICES, challenge: formWith({}), hut: null })
  show(<CreateActivityPage />, at)
  const before = document.body.innerHTML
  const made = vi.spyOn(document, 'createElement')
  await act(async () => idle.forEach(run => void run()))
  expect(made.mock.calls.filter(([name]) => name === 'li')).toHaveLength(2)
  made.mockRestore()
  expect(document.body.innerHTML).toBe(before)
  expect(Object.keys(localStorage).filter(name => name.startsWith('draft'))).toEqual([])
  press('Add a part')
  expect(screen.getAllByRole('textbox', { name: /^Title of part/ })).toHaveLength(1)
})

test('adding a part, a goal or a timer focuses its first field', { tags: 'BLD-01' }, () => {
  setUser(ADA)
  const at = '/challenges/create'
  putPage(createActivityPage, at, { ...CHOICES, challenge: formWith({}), hut: null })
  show(<CreateActivityPage />, at)
  press('Add a part')
  // The pressed button has become the one that adds groups.
  expect(document.activeElement).toBe(box('Title of part 1'))
  press('Add a part')
  expect(document.activeElement).toBe(box('Title of part 2'))
  press('Add a group of parts')
  expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Title of part 1' })[1])
  press('Add a timer')
  expect(document.activeElement).toBe(box('Title of timer 1'))
  press('Add a goal')
  expect(document.activeElement?.getAttribute('placeholder')).toBe('Read 12 books')
})
