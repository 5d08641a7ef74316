import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forget } from '../../testing/show.tsx'
import { useWakeLock } from './wake-lock.ts'

afterEach(forget)

test('the screen stays on while the session runs and is let go afterwards', async () => {
  let held = 0
  const request = async () => {
    held += 1
    const release = async () => {
      held -= 1
    }
    return { release }
  }
  vi.stubGlobal('navigator', { wakeLock: { request } })
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
