import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Calm } from './Calm.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Renders a part with a text, and returns what a later text makes of it. */
function watch() {
  vi.useFakeTimers()
  let tell: (isIntersecting: boolean) => void = () => {}
  class Observer {
    constructor(told: IntersectionObserverCallback) {
      tell = isIntersecting => told([{ isIntersecting } as IntersectionObserverEntry], this as never)
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const { container, rerender } = render(<Calm>1</Calm>)
  return {
    see: (isSeen: boolean) => act(() => tell(isSeen)),
    show(text: string) {
      rerender(<Calm>{text}</Calm>)
      return container.textContent
    },
    wait(ms: number) {
      act(() => void vi.advanceTimersByTime(ms))
      return container.textContent
    }
  }
}

test('a part in sight renders each change', () => {
  const { see, show } = watch()
  expect(show('2')).toBe('2')
  see(true)
  expect(show('3')).toBe('3')
})

test('a part out of sight renders once a second', () => {
  const { see, show, wait } = watch()
  see(false)
  expect(show('2')).toBe('1')
  expect(wait(900)).toBe('1')
  expect(show('3')).toBe('1')
  expect(wait(100)).toBe('3')
  expect(show('4')).toBe('3')
  expect(wait(1000)).toBe('4')
})

test('a part that comes into sight renders the latest change', () => {
  const { see, show } = watch()
  see(false)
  expect(show('2')).toBe('1')
  see(true)
  expect(show('2')).toBe('2')
})
