import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget } from '../../../testing/page/show.tsx'
import { addPageSample, addTimeSample, serverNow, useNow } from './server-clock.ts'

const BEGIN = 1_000_000
beforeEach(() => void vi.useFakeTimers({ now: BEGIN }))
afterEach(forget)

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test("the server's time advances between two samples", { tags: 'D-82' }, () => {
  addTimeSample(BEGIN + 5000, BEGIN, BEGIN)
  vi.advanceTimersByTime(1234)
  expect(serverNow()).toBe(BEGIN + 5000 + 1234)
})

test('uses the sample with the shortest round trip', { tags: 'D-82' }, () => {
  addTimeSample(1_000_450, 1_000_000, 1_000_100)
  addTimeSample(1_000_800, 1_000_000, 1_000_900)
  expect(serverNow()).toBe(1_000_400)
})

test('drops a good sample after eight newer ones', { tags: 'D-82' }, () => {
  addTimeSample(BEGIN + 300, BEGIN, BEGIN)
  for (let newer = 0; newer < 7; newer++) addTimeSample(BEGIN + 250, BEGIN, BEGIN + 200)
  expect(serverNow()).toBe(BEGIN + 300)
  addTimeSample(BEGIN + 250, BEGIN, BEGIN + 200)
  expect(serverNow()).toBe(BEGIN + 150)
})

test("drops earlier samples when the device's clock was set", { tags: 'D-82' }, () => {
  addTimeSample(1_000_025, 1_000_000, 1_000_050)
  addTimeSample(4_600_500, 1_000_000, 1_001_000)
  expect(serverNow()).toBe(4_600_000)
})

test.each([
  ['no header', Number(null), 50],
  ['a header that is not a number', Number('x'), 50],
  ['a clock that was set back during the call', BEGIN + 9000, -50]
])('ignores a response with %s', { tags: 'D-82' }, (_, serverTime, roundTrip) => {
  addTimeSample(serverTime, BEGIN, BEGIN + roundTrip)
  expect(serverNow()).toBe(BEGIN)
})

test("the page's own HTML is the first sample", { tags: 'D-82' }, () => {
  const navigation = { requestStart: 100, responseStart: 300 }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation] as never)
  addPageSample(performance.timeOrigin + 200 + 7000)
  expect(serverNow()).toBe(BEGIN + 7000)
})

test("ignores a page from the browser's cache", { tags: 'D-82' }, () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ requestStart: 0, responseStart: 0 }] as never)
  addPageSample(BEGIN + 7000)
  expect(serverNow()).toBe(BEGIN)
})

test('seconds change just after each full second of the server, not of the device', { tags: 'TMR-03' }, () => {
  addTimeSample(BEGIN + 400, BEGIN, BEGIN)
  const { result } = renderHook(() => useNow())
  expect(result.current).toBe(BEGIN)
  pass(600)
  expect(result.current).toBe(BEGIN)
  pass(5)
  expect(result.current).toBe(BEGIN + 1000)
  pass(999)
  expect(result.current).toBe(BEGIN + 1000)
  pass(1)
  expect(result.current).toBe(BEGIN + 2000)
})

test('an interval of a minute renders once a minute', { tags: 'TMR-03' }, () => {
  let drawn = 0
  const { result } = renderHook(() => {
    drawn++
    return useNow(60_000)
  })
  const before = drawn
  pass(60_000)
  expect([result.current % 60_000, drawn - before]).toEqual([0, 1])
})

test('a page that slept shows the current time when it is visible again', {
  tags: 'TMR-03'
}, () => {
  const { result } = renderHook(() => useNow())
  vi.setSystemTime(BEGIN + 3_600_500)
  expect(result.current).toBe(BEGIN)
  const looks = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(BEGIN)
  looks.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(BEGIN + 3_600_000)
  pass(505)
  expect(result.current).toBe(BEGIN + 3_601_000)
})

test('a page that is left stops its timer', () => {
  const { unmount } = renderHook(() => useNow())
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
