/**
 * The test files of a worker share its window and the libraries, which halves their run time. Each file imports the app's
 * modules again. Everything that these start ends with the file: timers, listeners, channels, stored data, and the fake
 * clock and stubs of the tests.
 */
import * as React from 'react'
import { afterAll, vi } from 'vitest'

vi.resetModules()

// In development, React records a stack for each element, which takes an eighth of these tests' time. React stops after
// 10,000 elements, so this counter pretends that it has reached them.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => {},
  configurable: true
})

// These come first: `useRealTimers` puts our tracked timers back, and the last step replaces those.
const ends: (() => void)[] = [
  () => void vi.useRealTimers(),
  () => void vi.unstubAllGlobals(),
  () => void vi.restoreAllMocks()
]
afterAll(() => {
  for (const end of ends) end()
})

const { setTimeout, setInterval, BroadcastChannel } = globalThis
globalThis.setTimeout = tracked(setTimeout, clearTimeout) as typeof setTimeout
globalThis.setInterval = tracked(setInterval, clearInterval) as typeof setInterval
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    ends.push(() => this.close())
  }
}
ends.push(() => Object.assign(globalThis, { setTimeout, setInterval, BroadcastChannel }))

// Tests that only read source files run without a window.
if (typeof window !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  // A call without a response from the test must not reach a server on this machine.
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  trackListeners(window)
  trackListeners(document)
}

function tracked<Args extends unknown[], Timer>(start: (...args: Args) => Timer, stop: (timer: Timer) => void) {
  return (...args: Args): Timer => {
    const timer = start(...args)
    ends.push(() => stop(timer))
    return timer
  }
}

function trackListeners(target: EventTarget): void {
  const add = target.addEventListener
  target.addEventListener = (...args: Parameters<typeof add>) => {
    // React adds this listener only once per document, so it must stay.
    if (args[0] !== 'selectionchange') ends.push(() => target.removeEventListener(...args))
    add.apply(target, args)
  }
  ends.push(() => {
    target.addEventListener = add
  })
}
