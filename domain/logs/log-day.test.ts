import { expect, test } from 'vitest'
import { correctedDay, dayOfLog } from './log-day.ts'

const calendar = { time_zone: 'America/New_York', day_start: 3 }
/** Half past one in the night of the 22nd, which is still the 21st to somebody whose day starts at three. */
const now = Date.parse('2026-11-22T06:30:00Z')
const done = { status: 2, duration: 1800 } as const
const timer = { status: 1, duration: 1800 } as const
const press = { status: 1, duration: null } as const

test.each([
  ['a press', press, undefined, '2026-11-21'],
  ['a timer', timer, undefined, '2026-11-21'],
  ['a timer of today', timer, '2026-11-21', '2026-11-21'],
  ['a press for the day before', press, '2026-11-20', '2026-11-20'],
  ['time that is over, years ago', done, '2019-02-28', '2019-02-28']
])('%s counts for its day', (_, log, sent, day) => {
  expect(dayOfLog(log, sent, now, calendar)).toEqual({ ok: true, value: day })
})

test.each([
  ['a day that has not come', press, '2026-11-22', /not come/],
  ['a timer that starts now, yesterday', timer, '2026-11-20', /already done/]
])('%s is refused', (_, log, sent, text) => {
  expect(dayOfLog(log, sent, now, calendar)).toMatchObject({
    refusal: { kind: 'invalid', fields: { day: expect.stringMatching(text) } }
  })
})

test('a log is corrected to any day until today, and to none that has not come', () => {
  expect(correctedDay('2026-11-21', now, calendar)).toEqual({ ok: true, value: '2026-11-21' })
  expect(correctedDay('2026-11-22', now, calendar)).toMatchObject({ ok: false, refusal: { kind: 'invalid' } })
})
