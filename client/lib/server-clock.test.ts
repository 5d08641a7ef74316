import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addTimeSample, resetServerClock, serverNow } from './server-clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  resetServerClock()
  vi.useRealTimers()
})

test('the shortest round trip decides', () => {
  addTimeSample(1_000_450, 1_000_000, 1_000_100)
  addTimeSample(1_000_800, 1_000_000, 1_000_900)
  expect(serverNow()).toBe(1_000_400)
})

test('a device clock that was set makes earlier samples worthless', () => {
  addTimeSample(1_000_025, 1_000_000, 1_000_050)
  addTimeSample(4_600_500, 1_000_000, 1_001_000)
  expect(serverNow()).toBe(4_600_000)
})

test('a response without the header is no sample', () => {
  addTimeSample(Number(null), 1_000_000, 1_000_050)
  addTimeSample(Number('x'), 1_000_000, 1_000_050)
  expect(serverNow()).toBe(1_000_000)
})
