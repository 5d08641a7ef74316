/**
 * The files of a worker share its window and the libraries, which halves what they cost. Modules of ours are a file's
 * own, and what they began ends with it: timers, listeners, channels and what they stored.
 */
import * as React from 'react'
import { afterAll, vi } from 'vitest'

vi.resetModules()

// In development React takes the stack of each element for its messages, which is an eighth of what these tests cost. It
// stops by itself after 10,000 elements.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty((React as unknown as Record<string, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => {},
  configurable: true
})

const ends: (() => void)[] = []
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

// The files that read sources have no window.
if (typeof window !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  // What no test responds to must not reach a server that runs on this machine.
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
    // React listens to this one once for each document.
    if (args[0] !== 'selectionchange') ends.push(() => target.removeEventListener(...args))
    add.apply(target, args)
  }
  ends.push(() => {
    target.addEventListener = add
  })
}
