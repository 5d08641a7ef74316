import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import { setPart } from '../../../domain/activities/plan-edit.ts'
import { createSessionPage, updateSessionPage } from '../../../domain/sessions/builder-api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { CreateSessionPage } from '../CreateSessionPage.tsx'
import { CHOICES, formWith, groupOf } from '../example-form.ts'
import type { Form } from '../form.ts'
import { UpdateSessionPage } from '../UpdateSessionPage.tsx'

vi.mock('../../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => false }))

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(() => {
  vi.unstubAllGlobals()
  forget()
})

function open(form: Partial<Form>) {
  const at = '/challenges/events/create'
  putPage(createSessionPage, at, {
    ...CHOICES,
    challengeEvent: formWith({ title: 'Stretch', ...form }),
    challenge: null,
    challenges: []
  })
  return show(<CreateSessionPage />, at)
}
function loose(more: Partial<PartGroup> = {}) {
  return [groupOf(['A', 'B', 'C'], { linked: 0, ...more })]
}
const bar = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: Starts at`) })
const key = (name: string, pressed: string, more: object = {}) => {
  bar(name).focus()
  fireEvent.keyDown(bar(name), { key: pressed, ...more })
}
const rows = () =>
  screen.getAllByRole('textbox', { name: /^Title of part/ }).map(row => (row as HTMLInputElement).value)
const length = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Duration of ${name}` })
const said = () =>
  screen
    .getAllByRole('status')
    .map(one => one.textContent)
    .join('')

test('the arrow keys move a linked part, keep the focus, and announce the new place', { tags: 'BLD-47' }, () => {
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  key('A', 'ArrowRight')
  expect(rows()).toEqual(['B', 'A', 'C'])
  expect(document.activeElement).toBe(bar('A'))
  expect(said()).toContain('A: 5 min. Starts at 05:00. Place 2 of 3. 15 min in all.')
  key('A', 'ArrowRight')
  key('A', 'ArrowRight')
  expect(rows()).toEqual(['B', 'C', 'A'])
})

test('Shift and arrow keys change a part’s duration in its row, in the total and in the request', {
  tags: 'BLD-81'
}, async () => {
  const sent = respond({
    'POST /api/challenge-events': () => json({ event: { path: '/sessions/s' }, error: null, error_code: null })
  })
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  fireEvent.change(length('B'), { target: { value: 'soon' } })
  for (let times = 0; times < 2; times++) key('B', 'ArrowRight', { shiftKey: true })
  expect(length('B').value).toBe('5 min 30 s')
  expect(screen.getByText(/in all$/, { selector: 'p' }).textContent).toBe('15 min 30 s in all')
  fireEvent.click(screen.getByRole('button', { name: 'Start now' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const challenge = sent[0]?.body?.challenge as Form | undefined
  expect(challenge?.parts[0]?.parts[1]?.duration).toBe(330)
})

test('the arrow keys change the start of an unlinked part, and its row shows the gap', { tags: 'BLD-86' }, () => {
  open({ parts: loose() })
  key('B', 'ArrowRight')
  expect(screen.getByText(/15 s gap before it/)).toBeTruthy()
  expect(screen.getByText('15 s gap between “A” and “B”.')).toBeTruthy()
  key('B', 'ArrowLeft')
  expect(screen.queryByText(/gap before/)).toBeNull()
})

test('an overlap is shown on the timeline and at its row', { tags: ['BLD-19', 'BLD-20', 'D-88'] }, () => {
  const started_at = '2030-01-01T10:00:00.000Z'
  const plan = { parts: loose(), tasks: [], timers: [] }
  const uuid = plan.parts[0]?.parts[1]?.uuid ?? ''
  const dated = setPart(plan, uuid, { relative_dates: 0, started_at: '2030-01-01T10:03:00.000Z' })
  open({ ...dated, started_at })
  expect(bar('B').getAttribute('aria-label')).toContain('doesn’t fit')
  expect(screen.getByText('“B” begins 2 min before “A” ends.')).toBeTruthy()
  const row = length('B').closest('li') as HTMLElement
  expect(within(row).getByRole('alert').textContent).toBe(
    "The start date of timer #2 must not occur before the previous timer's end date."
  )
})

test('in a linked group the part that moved is announced, not the one that took its place', {
  tags: 'BLD-47'
}, () => {
  const group = groupOf(['A', 'B', 'C'])
  const parts = group.parts.map((part, at) => ({ ...part, duration: [300, 1500, 600][at] ?? 0 }))
  open({ parts: [{ ...group, parts }] })
  key('A', 'ArrowRight')
  expect(said()).toContain('A: 5 min. Starts at 25:00. Place 2 of 3.')
})

test('a double click on a bar focuses its row', () => {
  open({ parts: [groupOf(['A', 'B'])] })
  act(() => bar('B').focus())
  fireEvent.doubleClick(bar('B').parentElement as HTMLElement)
  expect(document.activeElement).toBe(length('B'))
})

test('Enter on a bar focuses its row', () => {
  open({ parts: [groupOf(['A', 'B'])] })
  key('B', 'Enter')
  expect(document.activeElement).toBe(length('B'))
})

/** Gives the line the width of a phone, because happy-dom has no layout. */
function onPhone(): void {
  class Observer {
    private readonly told: ResizeObserverCallback
    constructor(told: ResizeObserverCallback) {
      this.told = told
    }
    observe(target: Element) {
      this.told([{ target, contentRect: { width: 358 } } as never], this as never)
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
}

const bars = () => screen.getAllByRole('button', { name: /Starts at/ })

test('each of 40 bars can be pressed, and together they are one Tab stop', { tags: 'BLD-47' }, () => {
  onPhone()
  const titles = Array.from({ length: 40 }, (_, at) => `E${at + 1}`)
  open({ parts: [groupOf(titles)] })
  expect(bars()).toHaveLength(40)
  expect(bars().filter(one => one.tabIndex === 0)).toEqual([bar('E1')])
  act(() => bar('E1').focus())
  fireEvent.keyDown(bar('E1'), { key: 'ArrowDown' })
  fireEvent.keyDown(bar('E2'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(bar('E3'))
  expect(bars().filter(one => one.tabIndex === 0)).toEqual([bar('E3')])
  fireEvent.keyDown(bar('E3'), { key: 'End' })
  expect(document.activeElement).toBe(bar('E40'))
  // In the view of the whole plan, a bar too narrow for a finger is no button.
  fireEvent.click(screen.getByRole('button', { name: 'Show the whole plan' }))
  expect(bars().length).toBeLessThan(20)
  fireEvent.click(document.querySelector('[data-mark]') as HTMLElement)
  expect(bars()).toHaveLength(40)
})

test('a part has the colour of its kind on the line and in its row', () => {
  open({ parts: [groupOf(['Squats', 'Rest'])] })
  expect(['Squats', 'Rest'].map(name => bar(name).dataset.kind)).toEqual(['work', 'rest'])
  fireEvent.change(screen.getByRole('textbox', { name: 'Title of part 1' }), { target: { value: 'Talk' } })
  const row = length('Talk').closest('[data-kind]') as HTMLElement
  expect([bar('Talk').dataset.kind, row.dataset.kind]).toEqual(['talk', 'talk'])
})

test('a plan whose bars are wide enough has no zoom', () => {
  onPhone()
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  expect(bars()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /Zoom/ })).toBeNull()
})

test('a group folds, unfolds for the row of a bar, and stays open while it has an error', () => {
  open({ parts: [groupOf(['A', 'B'])] })
  const fold = () => screen.getByRole('button', { name: 'Rows of Part group 1', expanded: true })
  const isFolded = () => screen.queryByRole('textbox', { name: 'Title of part 1' }) === null
  fireEvent.click(fold())
  expect(isFolded()).toBe(true)
  expect(screen.getByText('2 parts, 10 min')).toBeTruthy()
  key('B', 'Enter')
  expect(document.activeElement).toBe(length('B'))
  fireEvent.change(length('B'), { target: { value: 'soon' } })
  fireEvent.click(fold())
  expect(isFolded()).toBe(false)
})

test('the first three gaps are listed below the line, with the number of the others', () => {
  const group = groupOf(['A', 'B', 'C', 'D', 'E', 'F'], { linked: 0 })
  open({ parts: [{ ...group, parts: group.parts.map(part => ({ ...part, time_from: 60 })) }] })
  expect(screen.getAllByText(/gap between/)).toHaveLength(3)
  expect(screen.getByText('And 2 more gaps, each shown at its part.')).toBeTruthy()
})

test('parts of a running session that have begun do not move', () => {
  const started_at = new Date(Date.now() - 400_000).toISOString()
  const at = '/events/stretch/update'
  const form = formWith({ title: 'Now', started_at, parts: [groupOf(['A', 'B', 'C'])] })
  putPage(updateSessionPage, at, {
    ...CHOICES,
    challengeEvent: { id: 9, slug: 'stretch', path: '/sessions/stretch', status: 1, ...form },
    challenge: null
  })
  show(<UpdateSessionPage />, at)
  key('A', 'ArrowRight')
  expect(said()).toContain('A has started, so its start can’t change.')
  expect(rows()).toEqual(['A', 'B', 'C'])
})

/** The width at which a pixel is a second, for 15 minutes and the free space at the end. */
const WIDE = 1008

/** Drags a bar or its end without releasing it. `clientWidth` stands in for the layout, which happy-dom lacks. */
function drag(name: string, pixels: number, part: 'bar' | 'end' = 'bar', clientWidth = WIDE): HTMLElement {
  const line = bar(name).parentElement as HTMLElement
  const pointerId = 1
  Object.defineProperty(line, 'clientWidth', { value: clientWidth })
  line.setPointerCapture = () => {}
  const target = part === 'end' ? bar(name).querySelector('[data-end]') : bar(name)
  fireEvent.pointerDown(target as HTMLElement, { pointerId, button: 0, clientX: 100 })
  fireEvent.pointerMove(line, { pointerId, clientX: 100 + pixels })
  return line
}

test('a dragged bar takes its new place at once and keeps it on release', {
  tags: 'BLD-47'
}, () => {
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  const line = drag('A', 340)
  expect(rows()).toEqual(['B', 'A', 'C'])
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 100 + 650 })
  expect(rows()).toEqual(['B', 'C', 'A'])
  fireEvent.pointerUp(line, { pointerId: 1 })
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 100 })
  expect(rows()).toEqual(['B', 'C', 'A'])
})

test('dragging the end of a bar changes its length in steps', { tags: 'BLD-81' }, () => {
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  const line = drag('B', 62, 'end')
  fireEvent.pointerUp(line, { pointerId: 1 })
  expect([length('B').value, rows()]).toEqual(['6 min', ['A', 'B', 'C']])
})

test.each<[string, (line: HTMLElement) => void]>([
  ['Escape is pressed', () => fireEvent.keyDown(bar('A'), { key: 'Escape' })],
  ['the browser scrolls instead', line => fireEvent.pointerCancel(line, { pointerId: 1 })]
])('a drag is undone when %s', { tags: 'BLD-47' }, (_, end) => {
  open({ parts: [groupOf(['A', 'B', 'C'])] })
  const line = drag('A', 650)
  end(line)
  expect(rows()).toEqual(['A', 'B', 'C'])
  expect(said()).toContain('Nothing changed.')
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 700 })
  expect(rows()).toEqual(['A', 'B', 'C'])
})

test('a tiny movement, a second finger or another button moves nothing', { tags: 'BLD-47' }, () => {
  open({ parts: [groupOf(['A', 'B', 'C'], { linked: 0 })] })
  // On a phone three pixels are half a minute.
  const line = drag('B', 3, 'bar', 100)
  fireEvent.pointerMove(line, { pointerId: 2, clientX: 700 })
  fireEvent.pointerUp(line, { pointerId: 1 })
  fireEvent.pointerDown(bar('B'), { pointerId: 1, button: 2, clientX: 100 })
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 700 })
  expect([rows(), screen.queryByText(/gap before/)]).toEqual([['A', 'B', 'C'], null])
})
