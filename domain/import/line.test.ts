import { expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { guessMapping } from './columns.ts'
import { type Reading, readLine, readLines } from './line.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const READING: Reading = {
  mapping: guessMapping(['date', 'goal', 'amount', 'distance', 'duration', 'title', 'content', 'day']),
  order: 'day first',
  mark: '.',
  durations: 'seconds',
  distances: 'miles',
  unit: ''
}
const read = (...cells: string[]) => readLine(cells, READING, { ...UTC, day_start: 4 }, NOW)

test('a line is read as a log of the day in the calendar of the person', { tags: 'LOG-28' }, () => {
  expect(read('2026-03-09T02:30:00Z', ' Run ', '2', '1.5', '90', "'=Fast", 'Cold')).toEqual({
    ok: true,
    log: {
      ...{ at: '2026-03-09T02:30:00.000Z', day: '2026-03-08', goal: 'Run', action: '', unit: '' },
      ...{ amount: 2, distance: 1.5, duration: 90, title: '=Fast', content: 'Cold' }
    }
  })
  expect(read('2026-03-09', '', '1')).toMatchObject({ log: { at: null, day: '2026-03-09' } })
  const corrected = read('2026-03-09T12:00:00Z', '', '1', '', '0', '', '', '2026-03-01')
  expect(corrected).toMatchObject({ log: { at: '2026-03-09T12:00:00.000Z', day: '2026-03-01', duration: null } })
})

test.each([
  [['', 'Run', '1'], 'Date: it’s missing.'],
  [['soon', 'Run', '1'], 'Date: “soon” can’t be read.'],
  [['2026-03-11', 'Run', '1'], 'Date: it’s in the future.'],
  [['2026-03-10T13:00:00Z', 'Run', '1'], 'Date: it’s in the future.'],
  [['2026-03-09', 'Run', 'x'], 'Amount: “x” can’t be read.'],
  [['2026-03-09', 'Run', '-1'], 'Amount: it can’t be negative.'],
  [['2026-03-09', 'Run', '', '2e9'], 'Distance: “2e9” can’t be read.'],
  [['2026-03-09', 'Run', '2000000000'], 'Amount: at most 1,000,000,000.'],
  [['2026-03-09', 'Run', '', '', '31d'], 'Duration: at most 30 days.'],
  [['2026-03-09', 'Run', '', '', '', 'x'.repeat(256)], 'Title: use at most 255 characters.'],
  [['2026-03-09', 'Run', '1', '', '', '', '', 'x'], 'Day: “x” can’t be read.'],
  [['2026-03-09', 'Run'], 'It has no amount, distance, time or text.']
])('the problem with the line %j', (cells, problem) => {
  expect(read(...cells)).toEqual({ ok: false, problems: [problem] })
})

test('readLine lists all problems of a line', () => {
  expect(read('', 'Run', 'x', 'y')).toMatchObject({
    problems: [expect.any(String), '', ''].map(() => expect.any(String))
  })
})

test('a line with only a date and a habit counts once', () => {
  const reading = { ...READING, mapping: guessMapping(['date', 'habit']) }
  expect(readLine(['2026-03-09', 'Floss'], reading, UTC, NOW)).toMatchObject({ ok: true, log: { amount: 1 } })
})

const cell = (name: string, value: string): string[] =>
  READING.mapping.map(field => (field === name ? value : field === 'date' ? '2026-03-09' : ''))

test.each([
  ['amount', '1000000000', true],
  ['amount', '1000000000.001', false],
  ['distance', '1000000000', true],
  ['duration', '2592000', true],
  ['duration', '2592001', false],
  ['goal', 'x'.repeat(255), true],
  ['goal', 'x'.repeat(256), false],
  ['title', 'x'.repeat(255), true],
  ['content', 'x'.repeat(10_000), true],
  ['content', 'x'.repeat(10_001), false]
])('the limits of a line are those of a log: %s', { tags: 'LOG-28' }, (name, value, fits) => {
  const cells = cell(name, value)
  // A line with only a goal is no log.
  if (name === 'goal') cells[2] = '1'
  expect(read(...cells).ok).toBe(fits)
})

test.each([
  ['now', '2026-03-10T12:00:00Z', true],
  ['a second later', '2026-03-10T12:00:01Z', false],
  ['today', '2026-03-10', true],
  ['tomorrow', '2026-03-11', false],
  ['1970', '1970-01-01', true]
])('a line is accepted unless it’s in the future: %s', { tags: 'LOG-28' }, (_, date, isTaken) => {
  expect(read(date, 'Run', '1').ok).toBe(isTaken)
})

test('before the hour at which days start, the current date is still tomorrow', { tags: 'LOG-28' }, () => {
  const night = Date.parse('2026-03-10T03:59:00Z')
  const calendar = { ...UTC, day_start: 4 }
  expect(readLine(['2026-03-10', 'Run', '1'], READING, calendar, night).ok).toBe(false)
  expect(readLine(['2026-03-10', 'Run', '1'], READING, calendar, night + 60_000).ok).toBe(true)
})

test('missing cells at the end of a row are empty', { tags: 'LOG-28' }, () => {
  expect(readLine(['2026-03-09', 'Run', '3'], READING, UTC, NOW)).toMatchObject({ log: { amount: 3, content: '' } })
  expect(readLine([], READING, UTC, NOW)).toMatchObject({ ok: false, problems: ['Date: it’s missing.'] })
})

test('a line with only a text is a log, but an amount of 0 is none', { tags: 'LOG-28' }, () => {
  expect(read('2026-03-09', '', '', '', '', 'Rested')).toMatchObject({ log: { amount: null, title: 'Rested' } })
  expect(read('2026-03-09', '', '0', '', '', 'Was ill')).toEqual({ ok: false, nothing: '0' })
  expect(read('2026-03-09', '', '0', '2')).toMatchObject({ log: { amount: 0, distance: 2 } })
  expect(read('2026-03-09', '', '', '', '', '  ')).toMatchObject({ ok: false })
})

const MARKED: Reading = { ...READING, mapping: ['date', 'goal', 'done'] }

test.each(['NO', 'no', 'SKIP', 'Skipped', 'UNKNOWN', 'false', '0', '', '-', 'YES_AUTO', '✗'])(
  'a row with the mark %j makes no log',
  { tags: 'LOG-28' },
  said => {
    const line = { ok: false, nothing: said }
    expect(readLine(['2026-03-09', 'Floss', said], MARKED, UTC, NOW)).toEqual(line)
    if (said) expect(read('2026-03-09', 'Floss', said)).toEqual(line)
  }
)

test.each(['yes', 'TRUE', '✓', 'YES_MANUAL'])('a row with the mark %j counts once', { tags: 'LOG-28' }, said => {
  expect(readLine(['2026-03-09', 'Floss', said], MARKED, UTC, NOW)).toMatchObject({ log: { amount: 1 } })
  expect(read('2026-03-09', 'Floss', said)).toMatchObject({ log: { amount: 1 } })
})

test('a mark that is neither yes nor no is a problem', { tags: 'LOG-28' }, () => {
  const problems = ['Done or not: “perhaps” can’t be read.']
  expect(readLine(['2026-03-09', 'Floss', 'perhaps'], MARKED, UTC, NOW)).toEqual({ ok: false, problems })
})

test('with one column per habit, each cell that was done gives a log', { tags: 'LOG-28' }, () => {
  const reading: Reading = { ...READING, mapping: ['date', 'habit', 'habit', 'habit', 'habit', null] }
  const header = ['Date', 'Meditate', 'Run (km)', 'Read (min)', 'Water [glasses]', 'Mood']
  const lines = (...cells: string[]) => readLines(['2026-03-09', ...cells], header, reading, UTC, NOW)
  const logs = (...cells: string[]) => lines(...cells).map(line => (line.ok ? line.log : line))
  expect(logs('YES', '5', '20', '3', 'good')).toMatchObject([
    { goal: 'Meditate', amount: 1, distance: null, duration: null },
    { goal: 'Run', amount: null, distance: 3.106855961187 },
    { goal: 'Read', amount: null, duration: 1200 },
    { goal: 'Water', amount: 3, unit: 'glasses' }
  ])
  expect(logs('no', '0', '', 'skip', '')).toEqual(['no', '0', 'skip'].map(nothing => ({ ok: false, nothing })))
  expect(logs('1:30', '2 mi', '1 h', '5 min', '')).toMatchObject([
    { duration: 90 },
    { distance: 2 },
    { duration: 3600 },
    { duration: 300 }
  ])
  expect(logs('5m', '', '', '', '')).toEqual([{ ok: false, problems: ['Meditate: Amount: “5m” can’t be read.'] }])
})
