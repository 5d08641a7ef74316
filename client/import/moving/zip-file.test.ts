import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openZip } from './zip-file.ts'

const LETTER = strToU8('# Letter')

test('finds the texts and pictures of a zip, and nothing that programs add for themselves', () => {
  const zip = openZip(
    zipSync({ 'a.md': LETTER, 'pictures/b.JPG': LETTER, '__MACOSX/a.md': LETTER, '.git/c.md': LETTER, 'd.exe': LETTER })
  )
  expect(typeof zip === 'string' ? zip : [...zip.paths]).toEqual(['a.md', 'pictures/b.JPG'])
  expect(typeof zip === 'string' ? zip : zip.read('a.md')).toEqual(LETTER)
  expect(typeof zip === 'string' ? zip : zip.read('d.exe')).toBeNull()
})

test('a zip that is broken, has too many files or too large texts gets one sentence', () => {
  expect(openZip(strToU8('PK no zip'))).toBe('This zip is broken.')
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, number) => [`${number}.txt`, new Uint8Array()]))
  expect(openZip(zipSync(many, { level: 0 }))).toBe('It has too many files.')
  // It shrinks to a thousandth.
  expect(openZip(zipSync({ 'a.md': new Uint8Array(900_000) }))).toBe('The texts in it are too large.')
  expect(openZip(zipSync({ 'a.md': crypto.getRandomValues(new Uint8Array(60_000)) }))).toBeTypeOf('object')
  expect(openZip(zipSync({ 'a.md': new Uint8Array(1_000_001) }, { level: 0 }))).toBe('The texts in it are too large.')
})

test('a picture that is larger than an upload may be is not unpacked', () => {
  const zip = openZip(zipSync({ 'a.bmp': new Uint8Array(11_000_000) }))
  expect(typeof zip === 'string' ? zip : zip.read('a.bmp')).toBeNull()
})
