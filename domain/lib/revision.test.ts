import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changedMeanwhile, isOld, sentRevision } from './revision.ts'

test.each([
  ['began from the stored state', 3, 3, false],
  ['began before someone else saved', 2, 3, true],
  ['names a state that does not exist yet', 4, 3, true],
  ['began before the first change', 0, 1, true],
  ['is the first save', 0, 0, false],
  ['sends no revision', undefined, 3, false],
  ['sends null', null, 3, false]
])('a save that %s', { tags: 'D-140' }, (_, sent, stored, old) => {
  expect(isOld(sent, stored)).toBe(old)
})

test('the refusal contains the stored state', { tags: 'D-140' }, () => {
  const newer = { revision: 4, title: 'Stored' }
  expect(changedMeanwhile(newer)).toMatchObject({ kind: 'conflict', newer })
})

test.each([-1, 1.5, '3', 2 ** 40])('%j is no revision', { tags: 'D-140' }, sent => {
  expect(z.safeParse(sentRevision, sent).success).toBe(false)
})
