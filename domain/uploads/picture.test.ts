import { describe, expect, test } from 'vitest'
import {
  filesOf,
  isWholeGif,
  namesIn,
  narrowerWidths,
  readFile,
  type SentType,
  type StoredType,
  storedTypeOf,
  tooLarge,
  typeOf
} from './picture.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

describe('accepted pictures', () => {
  test.each<[string, SentType]>([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['GIF89a', 'gif'],
    ['GIF87a', 'gif'],
    ['BM\x46\0\0\0', 'bmp'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['II*\0\x08\0', 'tiff'],
    ['MM\0*\0\0', 'tiff']
  ])('the first bytes %j are of the type %s', { tags: 'UPL-07..UPL-12' }, (start, type) => {
    expect(typeOf(bytes(start))).toBe(type)
  })

  test.each([
    '',
    'B',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml',
    '%PDF-',
    'RIFF\x10\0\0\0WAVE',
    '\0\0\0\x18ftypheic'
  ])('other first bytes have no type: %j', { tags: 'D-120' }, start => expect(typeOf(bytes(start))).toBeNull())

  test('the pixels of all frames are limited, and the number of frames', { tags: 'D-120' }, () => {
    expect(tooLarge({ width: 10_000, height: 5000, frames: 1 })).toBeNull()
    expect(tooLarge({ width: 10_000, height: 5001, frames: 1 })).toContain('50,000,000 pixels')
    expect(tooLarge({ width: 1000, height: 1000, frames: 51 })).toContain('50,000,000 pixels')
    expect(tooLarge({ width: 10, height: 10, frames: 500 })).toBeNull()
    expect(tooLarge({ width: 10, height: 10, frames: 501 })).toContain('500 frames')
  })
})

test('a GIF is complete only with its last byte, and may have bytes after it', { tags: 'UPL-09' }, () => {
  const colours = 'rrrgggbbbwww'
  const frame = `!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\x81${colours}\x02\x02L\x01\0`
  const whole = `GIF89a\x01\0\x01\0\x81\0\0${colours}!\xfe\x05hello\0${frame}${frame};`
  expect(isWholeGif(bytes(whole))).toBe(true)
  expect(isWholeGif(bytes(`${whole} and more`))).toBe(true)
  for (let end = 0; end < whole.length; end++)
    expect([end, isWholeGif(bytes(whole.slice(0, end)))]).toEqual([end, false])
  expect(isWholeGif(bytes(whole.replace('!', 'x')))).toBe(false)
})

test.each<[SentType, boolean, StoredType]>([
  ['jpeg', true, 'jpg'],
  ['png', true, 'png'],
  ['gif', false, 'gif'],
  ['webp', false, 'webp'],
  ['bmp', true, 'png'],
  ['tiff', true, 'jpg'],
  ['tiff', false, 'png']
])(
  'a picture of the type %s, opaque: %s, is stored as %s',
  { tags: ['UPL-10', 'UPL-12'] },
  (sent, isOpaque, stored) => {
    expect(storedTypeOf(sent, isOpaque)).toBe(stored)
  }
)

test('a picture has copies only in narrower widths', () => {
  expect(narrowerWidths(320)).toEqual([])
  expect(narrowerWidths(1200)).toEqual([320, 640, 1024])
  expect(filesOf({ name: NAME, type: 'jpg', widths: [320, 640] })).toEqual([
    `${NAME}.jpg`,
    `${NAME}-320.jpg`,
    `${NAME}-640.jpg`
  ])
})

test('readFile accepts only names of stored files', () => {
  expect(readFile(`${NAME}.png`)).toEqual({ name: NAME, type: 'png' })
  expect(readFile(`${NAME}-640.webp`)).toEqual({ name: NAME, type: 'webp' })
  for (const file of [
    NAME,
    `${NAME}.svg`,
    `${NAME}.jpg.html`,
    `../${NAME}.jpg`,
    `${NAME}-0.jpg`,
    `${NAME.toUpperCase()}.jpg`
  ]) {
    expect([file, readFile(file)]).toEqual([file, null])
  }
})

test('namesIn finds each picture of texts once, in any width', () => {
  const other = NAME.replace('0', 'f')
  const text = `<img src="/uploads/${NAME}.jpg" srcset="/uploads/${NAME}-320.jpg 320w"><img src="/uploads/${other}.gif">`
  expect(namesIn(text, `<img src="/uploads/${NAME}.jpg">`, '<p>/uploads/none.jpg</p>')).toEqual([NAME, other])
})
