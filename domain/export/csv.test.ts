import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['', null, 0, 1.5, -2], ',,0,1.5,-2'],
  [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"'],
  [[' padded ', 'ümlaut 🛖'], '" padded ",ümlaut 🛖'],
  [['=1+1', '+1', '-1', '@sum', '\tx'], "'=1+1,'+1,'-1,'@sum,'\tx"],
  [['=HYPERLINK("http://evil","x")'], '"\'=HYPERLINK(""http://evil"",""x"")"'],
  [['1=1', "it's", "'quoted'"], "1=1,it's,'quoted'"]
])('a line of CSV that no spreadsheet runs: %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
