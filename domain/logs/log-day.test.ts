import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../lib/day.ts'
import { correctedDay, dayOfLog } from './log-day.ts'

const calendar = { time_zone: 'America/New_York', day_start: 3 }
/** 01:30 on the 22nd in New York, which still belongs to the 21st because days start at three. */
const now = Date.parse('2026-11-22T06:30:00Z')
const done = { status: 2, duration: 1800 } as const
const timer = { status: 1, duration: 1800 } as const
const press = { status: 1, duration: null } as const

test.each([
  ['a press', press, undefined, '2026-11-21'],
  ['a timer', timer, undefined, '2026-11-21'],
  ['a timer of today', timer, '2026-11-21', '2026-11-21'],
  ['a press for the day before', press, '2026-11-20', '2026-11-20'],
  ['a done log for a day years ago', done, '2019-02-28', '2019-02-28']
])('%s has a day', (_, log, sent, day) => {
  expect(dayOfLog(log, sent, now, calendar)).toEqual({ ok: true, value: day })
})

test.each([
  ['a day in the future', press, '2026-11-22', /in the future/],
  ['a timer that starts now, for yesterday', timer, '2026-11-20', /already done/]
])('%s is refused', (_, log, sent, text) => {
  expect(dayOfLog(log, sent, now, calendar)).toMatchObject({
    refusal: { kind: 'invalid', fields: { day: expect.stringMatching(text) } }
  })
})

test('a log can be corrected to any day until today', () => {
  expect(correctedDay('2026-11-21', now, calendar)).toEqual({ ok: true, value: '2026-11-21' })
  const refused = (field?: string) => ({
    ok: false,
    refusal: { fields: { [field ?? 'day']: 'This day is in the future.' } }
  })
  expect(correctedDay('2026-11-22', now, calendar)).toMatchObject(refused())
  expect(correctedDay('2026-11-22', now, calendar, 'started_at')).toMatchObject(refused('started_at'))
})

const anywhere = fc.record({
  time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'),
  day_start: fc.integer({ min: 0, max: 12 })
})

test('in every zone, no log is for a future day, and no timer for an earlier day', {
  tags: 'LOG-28'
}, () => {
  const logs = fc.record({ status: fc.constantFrom<1 | 2 | 3 | 4>(1, 2, 3, 4), duration: fc.option(fc.nat(3600)) })
  fc.assert(
    fc.property(anywhere, logs, fc.integer({ min: -400, max: 3 }), (home, log, later) => {
      const today = dayOf(now, home)
      const sent = addDays(today, later)
      const result = dayOfLog(log, sent, now, home)
      const isTimer = log.status !== 2 && (log.duration ?? 0) > 0
      expect(result.ok).toBe(later === 0 || (later < 0 && !isTimer))
      if (result.ok) expect(result.value).toBe(sent)
      expect(dayOfLog(log, undefined, now, home)).toEqual({ ok: true, value: today })
      expect(correctedDay(sent, now, home).ok).toBe(later <= 0)
    }),
    { seed: 28, numRuns: 300 }
  )
})

test('a log that waited for a connection over midnight counts for the day when it was made', () => {
  const madeAt = Date.parse('2026-11-22T04:59:00Z')
  const home = { time_zone: 'America/New_York', day_start: 0 }
  // In New York it is 23:59; two minutes later the next day has begun.
  expect(dayOfLog(press, undefined, madeAt, home)).toEqual({ ok: true, value: '2026-11-21' })
  expect(dayOfLog(press, undefined, madeAt + 120_000, home)).toEqual({ ok: true, value: '2026-11-22' })
  expect(dayOfLog(timer, '2026-11-21', madeAt, home)).toEqual({ ok: true, value: '2026-11-21' })
})
