import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, show } from '../../../testing/page/show.tsx'
import { Dialog } from '../Dialog.tsx'
import { type ToastKind, toast } from './toast.tsx'
import { toastUndo } from './toast-undo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(forget)

const pass = async (ms: number): Promise<void> => {
  const passed: Promise<void> = act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
  await passed
}

async function pop(kind: ToastKind, text: string): Promise<void> {
  act(() => void toast[kind](text))
  await pass(0)
}

test.each<[string, ToastKind]>([
  ['an info', 'info'],
  ['a success', 'success']
])('%s toast stays until it is clicked', { tags: ['HDR-32', 'HDR-33', 'HDR-34', 'HDR-35'] }, async (_, kind) => {
  show(null)
  await pop(kind, 'Here')
  await pass(10 * 60_000)
  fireEvent.click(screen.getByText('Here'))
  await pass(1000)
  expect(screen.queryByText('Here')).toBeNull()
})

test.each<[string, ToastKind, number]>([
  ['an error', 'error', 5000],
  ['a warning', 'warning', 60_000],
  ['a help', 'help', 5000],
  ['an admin help', 'adminHelp', 10_000],
  ['a ready', 'ready', 6000]
])(
  '%s toast (%s) disappears after %i ms',
  { tags: ['HDR-36', 'HDR-38', 'HDR-39', 'HDR-40', 'HDR-41'] },
  async (_, kind, time) => {
    show(null)
    await pop(kind, 'Here')
    await pass(time - 100)
    expect(screen.queryByText('Here')).not.toBeNull()
    await pass(1000)
    expect(screen.queryByText('Here')).toBeNull()
  }
)

const shown = (): string[] => screen.queryAllByText(/^Toast \d+\.$/).map(one => one.textContent ?? '')

test('the newest three toasts are shown, the others are counted, and at most 20 are kept', {
  tags: ['HDR-37', 'D-135']
}, async () => {
  show(null)
  for (let number = 1; number <= 21; number++) await pop('info', `Toast ${number}.`)
  await pass(1000)
  expect(shown()).toEqual(['Toast 21.', 'Toast 20.', 'Toast 19.'])
  expect(screen.getByRole('button', { name: '17 more, clear all' })).toBeTruthy()
  for (let gone = 21; gone > 4; gone--) {
    fireEvent.click(screen.getByText(`Toast ${gone}.`))
    await pass(1000)
  }
  expect(shown()).toEqual(['Toast 4.', 'Toast 3.', 'Toast 2.'])
  expect(screen.queryByRole('button', { name: /more, clear all/ })).toBeNull()
})

test('a phone shows one toast and counts the others', { tags: 'D-135' }, async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    media => Object.assign(new EventTarget(), { media, matches: media === '(max-width: 47.99em)' }) as never
  )
  show(null)
  for (let number = 1; number <= 4; number++) await pop('info', `Toast ${number}.`)
  expect(screen.getByRole('button', { name: '3 more, clear all' })).toBeTruthy()
})

test('new toasts are in the open dialog, and then in the page', { tags: 'D-135' }, async () => {
  vi.useRealTimers()
  function Page() {
    const [opened, setOpened] = useState(true)
    return <Dialog opened={opened} onClose={() => setOpened(false)} title="Delete it?" />
  }
  act(() => void toast.info('Toast 1.'))
  show(<Page />)
  const dialog = await screen.findByRole('dialog', { name: 'Delete it?' })
  for (const number of [2, 3]) act(() => void toast.error(`Toast ${number}.`))
  expect(within(dialog).getByText('Toast 3.').closest('[aria-live]')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: '1 more, clear all' })).toBeTruthy()
  expect(within(dialog).queryByText('Toast 1.')).toBeNull()
  const [close] = within(dialog).getAllByRole('button', { name: 'Close message' })
  act(() => close?.focus())
  fireEvent(close as HTMLElement, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  const list = screen.getByRole('region', { name: 'Messages' })
  await waitFor(() => expect(within(list).getByText('Toast 2.')).toBeTruthy())
})

test('one press clears all toasts', { tags: 'D-135' }, async () => {
  show(null)
  for (let number = 1; number <= 7; number++) await pop('info', `Toast ${number}.`)
  fireEvent.click(screen.getByRole('button', { name: '4 more, clear all' }))
  await pass(1000)
  expect(shown()).toEqual([])
})

test('a toast with the same text replaces the earlier one and restarts its time', { tags: 'D-135' }, async () => {
  show(null)
  await pop('error', 'Toast 1.')
  await pass(4000)
  await pop('error', 'Toast 1.')
  expect(shown()).toEqual(['Toast 1.'])
  await pass(4000)
  expect(shown()).toEqual(['Toast 1.'])
  await pass(2000)
  expect(shown()).toEqual([])
})

test('a toast with the same id replaces the earlier one, and hide removes it', {
  tags: 'D-135'
}, async () => {
  show(null)
  act(() => void toast.warning('Toast 1.', { id: 'join' }))
  act(() => void toast.warning('Toast 2.', { id: 'join' }))
  await pass(1000)
  expect(shown()).toEqual(['Toast 2.'])
  act(() => toast.hide('join'))
  await pass(1000)
  expect(shown()).toEqual([])
})

test('a timed toast disappears on time, even below newer ones', { tags: ['D-129', 'D-135'] }, async () => {
  show(null)
  await pop('error', 'Toast 1.')
  for (const number of [2, 3, 4]) await pop('info', `Toast ${number}.`)
  expect(screen.getByRole('button', { name: '1 more, clear all' })).toBeTruthy()
  await pass(5500)
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  fireEvent.click(screen.getByText('Toast 4.'))
  await pass(1000)
  expect(shown()).toEqual(['Toast 3.', 'Toast 2.'])
})

test.each([
  ['pointer', fireEvent.mouseEnter, fireEvent.mouseLeave],
  ['focus', fireEvent.focus, fireEvent.blur]
])('time waits while the %s is on a toast, and then starts again', { tags: 'D-129' }, async (_, come, go) => {
  show(null)
  await pop('error', 'Toast 1.')
  await pop('info', 'Toast 2.')
  await pass(4000)
  const held = screen.getByText('Toast 2.')
  act(() => void come(held))
  await pass(60_000)
  expect(shown()).toEqual(['Toast 2.', 'Toast 1.'])
  act(() => void go(held))
  await pass(4900)
  expect(shown()).toEqual(['Toast 2.', 'Toast 1.'])
  await pass(200)
  expect(shown()).toEqual(['Toast 2.'])
})

test('a toast that disappears under the pointer does not hold the others', { tags: 'D-129' }, async () => {
  show(null)
  await pop('error', 'Toast 1.')
  await pop('info', 'Toast 2.')
  fireEvent.mouseEnter(screen.getByText('Toast 2.'))
  fireEvent.click(screen.getByText('Toast 2.'))
  await pass(4900)
  expect(shown()).toEqual(['Toast 1.'])
  await pass(200)
  expect(shown()).toEqual([])
})

test('errors and warnings are alerts, the others are added to a live region that is there', {
  tags: ['HDR-36', 'HDR-38']
}, async () => {
  show(null)
  const list = screen.getByRole('region', { name: 'Messages' })
  expect(list.getAttribute('aria-live')).toBe('polite')
  await pop('error', 'Toast 1.')
  await pop('warning', 'Toast 2.')
  await pop('success', 'Toast 3.')
  expect(screen.getAllByRole('alert').map(one => one.textContent)).toEqual(['Toast 2.', 'Toast 1.'])
  expect(within(list).getByText('Toast 3.').closest('[role]')).toBeNull()
})

test('the close button of a toast hides it', async () => {
  show(null)
  for (const number of [1, 2, 3]) await pop('info', `Toast ${number}.`)
  const [close] = screen.getAllByRole('button', { name: 'Close message' })
  fireEvent.click(close as HTMLElement)
  expect(shown()).toEqual(['Toast 2.', 'Toast 1.'])
})

test('a toast that was closed by the keyboard returns the focus to where it came from', async () => {
  show(<button type="button">Log</button>)
  await pop('error', 'Toast 1.')
  const opener = screen.getByRole('button', { name: 'Log' })
  act(() => opener.focus())
  const close = screen.getByRole('button', { name: 'Close message' })
  act(() => close.focus())
  fireEvent.click(close)
  await pass(1000)
  expect(document.activeElement).toBe(opener)
})

test('a toast that was closed by the mouse does not hold the next one', async () => {
  show(<main id="main" tabIndex={-1} />)
  for (const number of [1, 2]) await pop('error', `Toast ${number}.`)
  const [close] = screen.getAllByRole('button', { name: 'Close message' })
  // A press of the mouse focuses the button.
  act(() => close?.focus())
  fireEvent.click(close as HTMLElement)
  await pass(1000)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await pass(5000)
  expect(shown()).toEqual([])
})

test('a toast that was closed by a touch opens no keyboard', async () => {
  show(
    <main id="main" tabIndex={-1}>
      <textarea />
    </main>
  )
  await pop('error', 'Toast 1.')
  act(() => screen.getByRole('textbox').focus())
  const close = screen.getByRole('button', { name: 'Close message' })
  act(() => close.focus())
  fireEvent(close, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  await pass(1000)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

function NewPage() {
  useEffect(() => void toast.info('Toast 2.'), [])
  return null
}

test('a change of page removes the previous page’s toasts and keeps the new page’s', { tags: 'D-135' }, async () => {
  const router = show(
    <Routes>
      <Route path="/new" element={<NewPage />} />
    </Routes>,
    '/old'
  )
  await pop('info', 'Toast 1.')
  await act(() => router.navigate('/old?page=2'))
  expect(shown()).toEqual(['Toast 1.'])
  await act(() => router.navigate('/new'))
  await pass(1000)
  expect(shown()).toEqual(['Toast 2.'])
})

test('a toast with Undo stays on the next pages until its time is over', { tags: 'D-118' }, async () => {
  const router = show(null, '/old')
  act(() => void toast.undo('Toast 1.', { action: { label: 'Undo', run() {} } }))
  await act(() => router.navigate('/new'))
  await pass(9000)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await pass(2000)
  expect(shown()).toEqual([])
})

test('a press on Undo hides its toast, and a failure says why', { tags: 'D-118' }, async () => {
  show(null)
  const takeBack = vi.fn(() => Promise.reject(new Error()))
  act(() => toastUndo('Deleted the log.', takeBack))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await pass(0)
  expect(takeBack).toHaveBeenCalledOnce()
  expect(screen.queryByText(/Deleted the log/)).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('The server didn’t answer. Please try again.')
})

test('each of two deletions with the same text has its own Undo', { tags: ['D-118', 'D-135'] }, async () => {
  show(null)
  const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})]
  act(() => toastUndo('Deleted the log.', first))
  act(() => toastUndo('Deleted the log.', second))
  const [newest, oldest] = screen.getAllByRole('button', { name: 'Undo' })
  fireEvent.click(oldest as HTMLElement)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  fireEvent.click(newest as HTMLElement)
  expect(second).toHaveBeenCalledOnce()
})

test('a toast for the next page stays when that page opens', {
  tags: 'D-135'
}, async () => {
  const router = show(null, '/old')
  act(() => void toast.success('Toast 1.', { at: '/new' }))
  await act(() => router.navigate('/new'))
  await pass(1000)
  expect(shown()).toEqual(['Toast 1.'])
  await act(() => router.navigate('/old'))
  await pass(1000)
  expect(shown()).toEqual([])
})
