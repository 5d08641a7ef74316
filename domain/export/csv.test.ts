import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readText } from '../import/values.ts'
import { csvLine } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['', null, 0, 1.5, -2], ',,0,1.5,-2'],
  [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"'],
  [[' padded ', 'ümlaut 🛖'], '" padded ",ümlaut 🛖'],
  [['=1+1', '+1', '-1', '@sum', '\tx'], "'=1+1,'+1,'-1,'@sum,'\tx"],
  [['=HYPERLINK("http://evil","x")'], '"\'=HYPERLINK(""http://evil"",""x"")"'],
  [
    ['\n=1', '\r\n@a', ' =1', '＝1', '＋1', '－1', '＠a', '\u200b=1'],
    `"'\n=1","'\r\n@a",' =1,'＝1,'＋1,'－1,'＠a,'\u200b=1`
  ],
  [['1=1', "it's", "'quoted'"], "1=1,it's,'quoted'"]
])('a line of CSV contains no formula: %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

test.each([["'=1+1"], ["''-5"], ["'@ada"], ["'"], ["''quoted''"], ['=1'], ['-']])(
  '%j is the same text after an export and an import',
  { tags: 'LOG-28' },
  text => {
    expect(readText(cellOf(text))).toBe(text)
  }
)

test('any text survives an export and an import, and is no formula in the file', {
  tags: 'LOG-28'
}, () => {
  const odd = fc.constantFrom("'", '=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', '"', ',', ' ', '\u200b', 'a', 'ü')
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 8 }), letters => {
      const text = letters.join('')
      const cell = cellOf(text)
      expect(/^[\s\u200b]*[=+\-@＝＠]|^[\t\r\n]/.test(cell)).toBe(false)
      expect(readText(cell)).toBe(text)
    }),
    { seed: 28, numRuns: 1000 }
  )
})

/** Reads the only cell of a CSV line as a program would (RFC 4180). */
function cellOf(text: string): string {
  const line = csvLine([text]).slice(0, -2)
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}
