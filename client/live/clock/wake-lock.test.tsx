import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget } from '../../../testing/page/show.tsx'
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

test('the lock is held while the session runs and released afterwards', async () => {
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

test('a page that lost its lock while hidden requests another when it is visible again', async () => {
  renderHook(() => useWakeLock(true))
  await settled()
  // The browser releases the lock of a hidden page.
  held = 0
  look('hidden')
  await settled()
  expect(held).toBe(0)
  look('visible')
  await settled()
  expect(held).toBe(1)
})

test('a hidden page requests the lock only once it is visible', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  renderHook(() => useWakeLock(true))
  await settled()
  expect(held).toBe(0)
  look('visible')
  await settled()
  expect(held).toBe(1)
})

test('a lock that is granted after the session ended is released at once', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  unmount()
  expect(request).toHaveBeenCalledTimes(1)
  await settled()
  expect(held).toBe(0)
})

test('a page that becomes visible after the session requests no lock', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  await settled()
  unmount()
  look('visible')
  await settled()
  expect(held).toBe(0)
})

test('a refused or unsupported lock throws no error', async () => {
  request.mockRejectedValueOnce(new Error('battery is low'))
  const refused = renderHook(() => useWakeLock(true))
  await settled()
  refused.unmount()
  vi.stubGlobal('navigator', {})
  renderHook(() => useWakeLock(true)).unmount()
  await settled()
  expect(held).toBe(0)
})
