import { expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { importedLog } from './import.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const SENT = { at: null, day: undefined, amount: 2, distance: null, duration: 600 }

test('an imported log is done and has its whole duration', { tags: 'LOG-09' }, () => {
  expect(importedLog({ ...SENT, at: '2026-03-01T10:00:00Z' }, NOW, UTC)).toMatchObject({
    value: {
      day: '2026-03-01',
      state: {
        ...{ status: 2, amount: 2, duration: 600, elapsed_duration: 600 },
        ...{ started_at: '2026-03-01T10:00:00.000Z', ended_at: '2026-03-01T10:10:00.000Z' }
      }
    }
  })
})

test('a log with only a day counts for that day', () => {
  const read = importedLog({ ...SENT, day: '2026-03-01' }, NOW, UTC)
  expect(read).toMatchObject({ value: { day: '2026-03-01', state: { ended_at: '2026-03-10T12:00:00.000Z' } } })
})

test.each([
  ['day', { day: '2026-03-11' }],
  ['at', { at: '2026-03-10T12:00:01Z' }],
  ['day', {}],
  ['day', { at: '2026-03-01T10:00:00Z', day: '2026-03-11' }]
])('a log in the future or without a day is refused with the field %s', (field, change) => {
  expect(importedLog({ ...SENT, ...change }, NOW, UTC)).toMatchObject({
    refusal: { fields: { [field]: expect.any(String) } }
  })
})

test.each([
  ['the day before, at night, when days start at four', '2026-03-02T02:00:00Z', undefined, '2026-03-01'],
  ['the day that the file gives in addition to the time', '2026-03-02T02:00:00Z', '2026-02-20', '2026-02-20'],
  ['today, at the current moment', '2026-03-10T12:00:00Z', undefined, '2026-03-10']
])('an imported log counts for %s', { tags: 'LOG-28' }, (_, at, day, counts) => {
  expect(importedLog({ ...SENT, at, day }, NOW, { ...UTC, day_start: 4 })).toMatchObject({ value: { day: counts } })
})

test('a log without a duration has none and is no timer', { tags: 'LOG-28' }, () => {
  for (const duration of [null, 0]) {
    const read = importedLog({ ...SENT, day: '2026-03-01', duration }, NOW, UTC)
    expect(read).toMatchObject({ value: { state: { status: 2, duration: null, elapsed_duration: 0 } } })
  }
})
