/**
 * What the page keeps outside of React, as it is before anybody opens a page. `setup.ts` calls it after every test.
 * A module that keeps state (a store, a map, a timer, a listener) exports a function that resets it, called here.
 */
import { notifications } from '@mantine/notifications'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { closeSignIn } from '../accounts/sign-in.ts'
import { queryClient } from '../lib/query-client.ts'
import { forgetScroll } from '../lib/scroll.ts'
import { resetServerClock } from '../lib/server-clock.ts'
import { setUser } from '../lib/user.ts'
import { closeCode } from '../sessions/people/asked-code.ts'
import { closePurchase } from '../tokens/purchase.ts'

export function resetClientState(): void {
  cleanup()
  closeSignIn()
  closePurchase()
  closeCode()
  setUser(null)
  notifications.clean()
  queryClient.clear()
  resetServerClock()
  forgetScroll()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}
