import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, show } from '../testing/show.tsx'
import { type ToastKind, toast } from './toast.tsx'

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
  ['HDR-32 HDR-33 an info', 'info'],
  ['HDR-34 HDR-35 a success', 'success']
])('%s toast stays until it is clicked', async (_, kind) => {
  show(null)
  await pop(kind, 'Here')
  await pass(10 * 60_000)
  fireEvent.click(screen.getByText('Here'))
  await pass(1000)
  expect(screen.queryByText('Here')).toBeNull()
})

test.each<[string, ToastKind, number]>([
  ['HDR-36 an error', 'error', 5000],
  ['HDR-38 a warning', 'warning', 60_000],
  ['HDR-39 a help', 'help', 5000],
  ['HDR-40 an admin help', 'adminHelp', 10_000],
  ['HDR-41 a ready', 'ready', 6000]
])('%s toast goes after %s %i ms', async (_, kind, time) => {
  show(null)
  await pop(kind, 'Here')
  await pass(time - 100)
  expect(screen.queryByText('Here')).not.toBeNull()
  await pass(1000)
  expect(screen.queryByText('Here')).toBeNull()
})

test('HDR-37 at most 20 toasts: the oldest goes', async () => {
  show(null)
  for (let number = 1; number <= 21; number++) await pop('info', `Toast ${number}.`)
  await pass(1000)
  expect(screen.queryByText('Toast 1.')).toBeNull()
  expect(screen.getAllByText(/^Toast \d+\.$/)).toHaveLength(20)
  expect(screen.getByText('Toast 21.')).toBeTruthy()
})
