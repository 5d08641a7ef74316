import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget } from '../../testing/show.tsx'
import { useWakeLock } from './wake-lock.ts'

/** How many locks the page holds. */
let held = 0
const request = vi.fn(async () => {
  held += 1
  return {
    release: async () => {
      held -= 1
    }
  }
})
const settled = () => act(async () => {})

beforeEach(() => {
  held = 0
  request.mockClear()
  vi.stubGlobal('navigator', { wakeLock: { request } })
})
afterEach(forget)

function look(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the screen stays on while the session runs and is let go afterwards', async () => {
  const { rerender, unmount } = renderHook(({ runs }) => useWakeLock(runs), { initialProps: { runs: false } })
  expect(held).toBe(0)
  rerender({ runs: true })
  await waitFor(() => expect(held).toBe(1))
  rerender({ runs: false })
  await waitFor(() => expect(held).toBe(0))
  rerender({ runs: true })
  await waitFor(() => expect(held).toBe(1))
  unmount()
  await waitFor(() => expect(held).toBe(0))
})

test('a page that was hidden, and so lost its lock, takes another when one looks at it again', async () => {
  renderHook(() => useWakeLock(true))
  await settled()
  // The browser takes it back.
  held = 0
  look('hidden')
  await settled()
  expect(held).toBe(0)
  look('visible')
  await settled()
  expect(held).toBe(1)
})

test('a session that starts behind another tab keeps no screen on until one looks at it', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  renderHook(() => useWakeLock(true))
  await settled()
  expect(held).toBe(0)
  look('visible')
  await settled()
  expect(held).toBe(1)
})

test('a lock that comes when the session is over already is let go at once', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  unmount()
  expect(request).toHaveBeenCalledTimes(1)
  await settled()
  expect(held).toBe(0)
})

test('looking at the page after the session keeps no screen on', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  await settled()
  unmount()
  look('visible')
  await settled()
  expect(held).toBe(0)
})

test('a phone that refuses, or knows no lock, goes through the session all the same', async () => {
  request.mockRejectedValueOnce(new Error('battery is low'))
  const refused = renderHook(() => useWakeLock(true))
  await settled()
  refused.unmount()
  vi.stubGlobal('navigator', {})
  renderHook(() => useWakeLock(true)).unmount()
  await settled()
  expect(held).toBe(0)
})
