import { expect, test } from 'vitest'
import { outageDelay, retryDelay } from './retry.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('a deferred mail waits a minute, then twice as long each time, up to four hours', () => {
  const minutes = [1, 2, 3, 8, 9, 10, 24].map(attempts => Number(retryDelay(attempts)) / MINUTE)
  expect(minutes).toEqual([1, 2, 4, 128, 240, 240, 240])
})

test('the server gives up on a mail after nearly three days', () => {
  const delays: number[] = []
  for (let delay = retryDelay(1); delay !== null; delay = retryDelay(delays.length + 1)) delays.push(delay)
  const whole = delays.reduce((sum, delay) => sum + delay, 0)
  expect(whole).toBeGreaterThan(2.5 * DAY)
  expect(whole).toBeLessThan(3 * DAY)
  expect(retryDelay(1000)).toBeNull()
})

test('after an outage the server retries in one minute, later at least every 15 minutes', () => {
  expect([1, 2, 4, 5, 1000].map(failures => outageDelay(failures) / MINUTE)).toEqual([1, 2, 8, 15, 15])
})
