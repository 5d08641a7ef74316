import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'

const LINE = 'Date,Floss,\n2026-11-02,2,\n'

test('reads only the tables that trackers write', () => {
  const zip = zipSync({ 'Checkmarks.csv': strToU8(LINE), 'Scores.csv': strToU8(LINE), 'me.jpg': new Uint8Array(9) })
  expect(readZip(zip)).toEqual([
    {
      path: 'Checkmarks.csv',
      rows: [
        { number: 1, cells: ['Date', 'Floss', ''] },
        { number: 2, cells: ['2026-11-02', '2', ''] }
      ]
    }
  ])
})

test.each([
  ['a table that is larger than 10 MB', { 'activities.csv': strToU8('1,'.repeat(6_000_000)) }],
  ['a table that shrank to a thousandth', { 'activities.csv': new Uint8Array(9_000_000) }],
  [
    'more than 500 tables',
    Object.fromEntries(Array.from({ length: 501 }, (_, nth) => [`${nth}/Checkmarks.csv`, strToU8(LINE)]))
  ]
])('refuses %s', (_, files) => {
  expect(readZip(zipSync(files))).toBe('The tables in it are too large.')
})

test('refuses a broken zip', () => {
  const zip = zipSync({ 'Checkmarks.csv': strToU8(LINE.repeat(100)) })
  expect(readZip(zip.slice(0, 40))).toBe('This zip is broken.')
})
