import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changedMeanwhile, isOld, sentRevision } from './revision.ts'

test.each([
  ['began from what is stored', 3, 3, false],
  ['began before somebody else saved', 2, 3, true],
  ['names a state that does not exist yet', 4, 3, true],
  ['began before the first change', 0, 1, true],
  ['is the first one', 0, 0, false],
  ['says nothing, as a program may', undefined, 3, false],
  ['says nothing, by null', null, 3, false]
])('D-140 a save that %s', (_, sent, stored, old) => {
  expect(isOld(sent, stored)).toBe(old)
})

test('D-140 its refusal carries what is stored, so that nothing typed is lost', () => {
  const newer = { revision: 4, title: 'Stored' }
  expect(changedMeanwhile(newer)).toMatchObject({ kind: 'conflict', newer })
})

test.each([-1, 1.5, '3', 2 ** 40])('D-140 %j is no revision', sent => {
  expect(z.safeParse(sentRevision, sent).success).toBe(false)
})
