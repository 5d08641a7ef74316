import { expect, test } from 'vitest'
import { movedRule, Repeats, type Rule, rruleOf, ruleError, ruleFrom } from './repeats.ts'
import { wordsOfRule } from './repeats-words.ts'

/** Tuesday, 3 March 2026, 19:00 in Berlin. */
const TUESDAY = Date.UTC(2026, 2, 3, 18)
const rule = (more: Partial<Rule> = {}): Rule => ({
  ...{ repeats: Repeats.Weekly, every: 1, weekdays: [], until: null, count: null },
  ...{ startsAt: TUESDAY, zone: 'Europe/Berlin', ...more }
})
const [DAY, WEDNESDAY] = [86_400_000, 3]
const { Daily, Weekdays, MonthlyDay, MonthlyWeekday } = Repeats
const LAST_TUESDAY = Date.UTC(2026, 2, 31, 17)

test.each<[Partial<Rule>, string, string]>([
  [{}, 'FREQ=WEEKLY;BYDAY=TU', 'Every Tuesday at 19:00 (Europe/Berlin)'],
  [{ every: 2 }, 'FREQ=WEEKLY;BYDAY=TU;INTERVAL=2', 'Every 2 weeks on Tuesday at 19:00 (Europe/Berlin)'],
  [{ weekdays: [2, 4] }, 'FREQ=WEEKLY;BYDAY=TU,TH', 'Every Tuesday and Thursday at 19:00 (Europe/Berlin)'],
  [
    { weekdays: [2, 4, 7], every: 2 },
    'FREQ=WEEKLY;BYDAY=TU,TH,SU;INTERVAL=2',
    'Every 2 weeks on Tuesday, Thursday and Sunday at 19:00 (Europe/Berlin)'
  ],
  [{ repeats: Daily, count: 12 }, 'FREQ=DAILY;COUNT=12', 'Every day at 19:00 (Europe/Berlin), 12 times'],
  [{ repeats: Weekdays }, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Monday to Friday at 19:00 (Europe/Berlin)'],
  [{ repeats: MonthlyDay }, 'FREQ=MONTHLY;BYMONTHDAY=3', 'Every month on day 3 at 19:00 (Europe/Berlin)'],
  [{ repeats: MonthlyWeekday }, 'FREQ=MONTHLY;BYDAY=1TU', 'Every month on the first Tuesday at 19:00 (Europe/Berlin)'],
  [
    { repeats: MonthlyWeekday, startsAt: LAST_TUESDAY },
    'FREQ=MONTHLY;BYDAY=-1TU',
    'Every month on the last Tuesday at 19:00 (Europe/Berlin)'
  ],
  [
    { repeats: MonthlyDay, startsAt: LAST_TUESDAY },
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'Every month on day 31 at 19:00 (Europe/Berlin), in months that have it'
  ],
  [
    { until: '2026-03-31' },
    'FREQ=WEEKLY;BYDAY=TU;UNTIL=20260331T215959Z',
    'Every Tuesday at 19:00 (Europe/Berlin), until 31 March 2026'
  ]
])('the rule %j is %s, and says “%s”', (more, line, words) => {
  expect(rruleOf(rule(more)).rule).toBe(`RRULE:${line}`)
  expect(wordsOfRule(rule(more))).toBe(words)
})

test('the first date is written in the zone of the host', () => {
  expect(rruleOf(rule()).start).toBe('DTSTART;TZID=Europe/Berlin:20260303T190000')
})

test.each<[Partial<Rule>, string | null]>([
  [{}, null],
  [{ until: '2026-03-03' }, null],
  [{ until: '2026-03-02' }, 'The last day is before the first date.'],
  [{ until: '2026-04-02', count: 3 }, 'Give the last day or the number of dates, not both.'],
  [
    { repeats: Weekdays, startsAt: TUESDAY - 2 * DAY },
    'The first date is a Sunday. Move it to a day from Monday to Friday first.'
  ],
  [{ weekdays: [2, 4] }, null],
  [{ weekdays: [1, 4] }, 'The first date is a Tuesday. Choose Tuesday too, or move this date first.'],
  [{ repeats: Daily, weekdays: [2] }, 'Give weekdays only when it repeats weekly.'],
  [{ repeats: Daily, every: 2 }, 'Give weeks only when it repeats weekly.']
])('of the rule %j the check says %s', (more, text) => {
  const refusal = ruleError(rule(more))
  expect(refusal === null ? null : JSON.stringify(refusal)).toEqual(
    text === null ? null : expect.stringContaining(text)
  )
})

test('a request may name weekdays in any order, and that of the first date alone is none', { tags: 'D-150' }, () => {
  const weekdaysOf = (weekdays?: number[]) => ruleFrom({ repeats: 'weekly', weekdays }, TUESDAY, 'UTC').weekdays
  expect([undefined, [], [2], [2, 2], [4, 2, 4], [4]].map(weekdaysOf)).toEqual([[], [], [], [], [2, 4], [4]])
})

test('the weekday of a moved date takes the place of its own', { tags: 'D-150' }, () => {
  const both = rule({ weekdays: [2, 4] })
  const thursday = TUESDAY + 2 * DAY
  expect(movedRule(both, TUESDAY, TUESDAY + DAY)).toEqual({
    ...both,
    weekdays: [WEDNESDAY, 4],
    startsAt: TUESDAY + DAY
  })
  expect(movedRule(both, thursday, TUESDAY + DAY).weekdays).toEqual([2, WEDNESDAY])
  // Both weekdays are chosen already.
  expect(movedRule(both, TUESDAY, thursday).weekdays).toEqual([2, 4])
  expect(movedRule(rule(), TUESDAY, thursday).weekdays).toEqual([])
})
