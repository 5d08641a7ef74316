import { expect, test } from 'vitest'
import { asciiPath, isSlug, slugInOwnScript } from './slug.ts'

test.each([
  ['山に登る、春', '山に登る-春'],
  ['2026年の山', '2026年の山'],
  ['हिमालय की चोटी', 'हिमालय-की-चोटी'],
  ['ＡＢＣ 山', 'abc-山'],
  ['  — 山 — ', '山'],
  ['!?', ''],
  ['2026', '']
])('the title %j is in an address as %j', { tags: 'D-41' }, (title, slug) => {
  expect(slugInOwnScript(title)).toBe(slug)
  expect(isSlug(slug)).toBe(slug !== '')
})

test('a long title in another script gives a short slug', { tags: 'D-41' }, () => {
  expect(slugInOwnScript('山'.repeat(200))).toHaveLength(40)
})

test.each([
  ['/sessions/山-ab3de', '/sessions/%E5%B1%B1-ab3de'],
  ['/sessions/%E5%B1%B1?token=a%2Bb', '/sessions/%E5%B1%B1?token=a%2Bb'],
  ['/sessions/focus-ab3de', '/sessions/focus-ab3de']
])('the path %s is %s in ASCII', { tags: 'D-40' }, (path, ascii) => {
  expect(asciiPath(path)).toBe(ascii)
  expect(asciiPath(ascii)).toBe(ascii)
})
