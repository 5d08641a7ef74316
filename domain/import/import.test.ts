import { expect, test } from 'vitest'
import { UTC } from '../days/day.ts'
import { importedLog } from './import.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const SENT = { at: null, day: undefined, amount: 2, distance: null, duration: 600 }

test('an imported log is done, with all its time', { tags: 'LOG-09' }, () => {
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

test('where the day alone is known, it counts for that day', () => {
  const read = importedLog({ ...SENT, day: '2026-03-01' }, NOW, UTC)
  expect(read).toMatchObject({ value: { day: '2026-03-01', state: { ended_at: '2026-03-10T12:00:00.000Z' } } })
})

test.each([
  ['day', { day: '2026-03-11' }],
  ['at', { at: '2026-03-10T12:00:01Z' }],
  ['day', {}],
  ['day', { at: '2026-03-01T10:00:00Z', day: '2026-03-11' }]
])('what has not come yet, or says no day, is refused by its field %s', (field, change) => {
  expect(importedLog({ ...SENT, ...change }, NOW, UTC)).toMatchObject({
    refusal: { fields: { [field]: expect.any(String) } }
  })
})

test.each([
  ['a day of the night before, to whom the day starts at four', '2026-03-02T02:00:00Z', undefined, '2026-03-01'],
  ['a day that the file names beside the time', '2026-03-02T02:00:00Z', '2026-02-20', '2026-02-20'],
  ['this very moment', '2026-03-10T12:00:00Z', undefined, '2026-03-10']
])('an imported log counts for %s', { tags: 'LOG-28' }, (_, at, day, counts) => {
  expect(importedLog({ ...SENT, at, day }, NOW, { ...UTC, day_start: 4 })).toMatchObject({ value: { day: counts } })
})

test('a log without a time of its own takes none, and is no timer', { tags: 'LOG-28' }, () => {
  for (const duration of [null, 0]) {
    const read = importedLog({ ...SENT, day: '2026-03-01', duration }, NOW, UTC)
    expect(read).toMatchObject({ value: { state: { status: 2, duration: null, elapsed_duration: 0 } } })
  }
})
