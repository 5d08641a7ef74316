import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countdown, shortDuration } from '../../domain/lib/duration.ts'
import { forget, show } from '../../testing/page/show.tsx'
import { durationOptions } from '../activities/start-options.ts'
import { spokenLength } from '../browse/spoken-length.ts'
import { addTimeSample } from '../lib/dates/server-clock.ts'
import { Countdown } from './Countdown.tsx'

const NOW = Date.parse('2026-03-01T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(forget)

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [0.4, '0 s'],
  [59.6, '1 min'],
  [90, '1 min 30 s'],
  [3600, '1 h'],
  [3605, '1 h 5 s'],
  [8100, '2 h 15 min'],
  [8130, '2 h 15 min'],
  [90_000, '1 d 1 h'],
  [2_592_000, '30 d']
])('shortDuration of %f s is "%s"', (seconds, text) => {
  expect(shortDuration(seconds)).toBe(text)
})

test('spokenLength uses words for whole minutes and units for anything else', { tags: 'ACT-067' }, () => {
  expect([spokenLength(5400), spokenLength(5430)]).toEqual(['1 hour 30 minutes', '1 h 30 min'])
  expect(spokenLength(90)).toBe('1 min 30 s')
})

test('durationOptions adds the plan’s length if a session may last that long and it is new', {
  tags: ['ACT-067', 'SES-002', 'SES-003']
}, () => {
  const values = (seconds: number) => durationOptions(seconds).map(({ value }) => value)
  const usual = [300, 1800, 3600, 86_400, 604_800, 2_592_000]
  for (const seconds of [0, 299, 1800, 3600, 2_592_001]) expect(values(seconds)).toEqual(usual)
  expect(values(2700)).toEqual([300, 1800, 2700, 3600, 86_400, 604_800, 2_592_000])
  expect(durationOptions(2700)[2]?.label).toBe('45 minutes, as planned')
})

const shown = () => screen.getByRole('timer').querySelector('[aria-hidden]')?.textContent
const spoken = () => screen.getByRole('timer').lastElementChild?.textContent

test.each([
  [11_225, '3:07:05', '3 hours'],
  [3600, '1:00:00', '60 minutes'],
  [3599, '59:59', '59 minutes'],
  [65, '1:05', '1 minute'],
  [59, '0:59', 'less than a minute'],
  [0, '0:00', 'less than a minute'],
  [-10, '0:00', 'less than a minute'],
  [360_000, '100:00:00', '4 days']
])('%i s left are shown as %s and read aloud as "%s"', (seconds, text, words) => {
  show(<Countdown until={NOW + seconds * 1000} />)
  expect([shown(), spoken()]).toEqual([text, words])
})

test.each([
  [29 * 86_400 + 86_000, '30 days', '30 days'],
  [7000, '2 hours', '2 hours'],
  [3599, '59:59', '59 minutes']
])(
  'on a card %i s left are shown as %s and read aloud as "%s"',
  { tags: ['TMR-16', 'TMR-17'] },
  (seconds, text, words) => {
    show(<Countdown until={NOW + seconds * 1000} format={countdown} />)
    expect([shown(), spoken()]).toEqual([text, words])
  }
)

test('Countdown follows the server’s clock, not the device’s, and stops at zero', { tags: 'D-82' }, () => {
  addTimeSample(NOW - 57_000, NOW, NOW)
  show(<Countdown until={NOW - 55_000} />)
  expect(shown()).toBe('0:02')
  act(() => void vi.advanceTimersByTime(1005))
  expect(shown()).toBe('0:01')
  for (let second = 0; second < 3; second++) act(() => void vi.advanceTimersByTime(1000))
  expect(shown()).toBe('0:00')
})

test('Countdown rounds up to whole seconds', () => {
  show(<Countdown until={NOW + 1} />)
  expect(shown()).toBe('0:01')
})
