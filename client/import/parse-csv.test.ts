import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../domain/export/csv.ts'
import { readText } from '../../domain/import/values.ts'
import { decode, parseCsv } from './parse-csv.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

test.each([
  ['commas', 'date,goal\n2026-01-01,Read'],
  ['semicolons', 'date;goal\r\n2026-01-01;Read'],
  ['tabs', 'date\tgoal\n2026-01-01\tRead'],
  ['a mark of its encoding', '\ufeffdate,goal\n2026-01-01,Read\n']
])('reads a file with %s', { tags: 'LOG-28' }, (_, text) => {
  expect(parseCsv(text)).toEqual([
    { number: 1, cells: ['date', 'goal'] },
    { number: 2, cells: ['2026-01-01', 'Read'] }
  ])
})

test('skips empty rows and keeps the numbers of the others', { tags: 'LOG-28' }, () => {
  expect(parseCsv('\n\ndate;amount\n;\n  ;\n2026-01-01;2\n').map(({ number }) => number)).toEqual([3, 6])
})

test('keeps delimiters, quotes and line breaks inside quotes', { tags: 'LOG-28' }, () => {
  expect(parseCsv('a;b\n"one; ""two""";"three\nfour"')[1]?.cells).toEqual(['one; "two"', 'three\nfour'])
})

test('leaves out NUL characters, as in two-byte text without a mark', { tags: 'LOG-28' }, () => {
  const file = Buffer.from('date,goal\n2026-01-01,Read', 'utf16le')
  expect(parseCsv(decode(new Uint8Array(file)))[1]?.cells).toEqual(['2026-01-01', 'Read'])
})

test('does not mistake decimal commas for delimiters', { tags: 'LOG-28' }, () => {
  expect(parseCsv('date;amount;distance\n1.1.2026;1,5;2,5\n2.1.2026;3,5;4,5')[1]?.cells).toEqual([
    '1.1.2026',
    '1,5',
    '2,5'
  ])
})

test.each([
  ['UTF-8', bytes(0x5a, 0xc3, 0xbc, 0x67, 0x65)],
  ['Windows-1252', bytes(0x5a, 0xfc, 0x67, 0x65)],
  ['UTF 16', bytes(0xff, 0xfe, 0x5a, 0, 0xfc, 0, 0x67, 0, 0x65, 0)]
])('decodes a file in %s', { tags: 'LOG-28' }, (_, file) => {
  expect(decode(file).replace('\ufeff', '')).toBe('Züge')
})

test('reads our own export without loss', { tags: 'LOG-28' }, () => {
  const cell = fc.array(fc.constantFrom('a', ' ', ',', ';', '"', '\n', "'", '=', '-', 'ü', '\t'), { maxLength: 6 })
  const row = fc.array(
    cell.map(letters => letters.join('')),
    { minLength: 3, maxLength: 3 }
  )
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), rows => {
      const header = ['date', 'title', 'content']
      const text = [header, ...rows].map(cells => csvLine(cells)).join('')
      const read = parseCsv(text)
        .slice(1)
        .map(({ cells }) => cells.map(readText))
      expect(read).toEqual(rows.filter(cells => cells.some(one => one.trim() !== '' || /^[\t\n]/.test(one))))
    }),
    { seed: 28, numRuns: 300 }
  )
})
