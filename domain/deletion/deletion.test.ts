import { expect, test } from 'vitest'
import { deletionTime, isDeletionDue, keepCheck } from './deletion.ts'

const NOW = 1_800_000_000_000

test('an account is deleted two weeks after the request, not earlier', { tags: 'D-131' }, () => {
  const at = deletionTime(NOW)
  expect(at - NOW).toBe(14 * 24 * 3_600_000)
  expect([at - 1, at, at + 1].map(now => isDeletionDue(at, now))).toEqual([false, true, true])
})

test('a person keeps the account until it is due, unless an admin scheduled the deletion', { tags: 'D-131' }, () => {
  const kinds = (deleteAt: number | null) =>
    [false, true].map(isByAdmin => keepCheck({ deleteAt, isByAdmin }, NOW)?.kind ?? 'kept')
  expect(kinds(NOW + 1)).toEqual(['kept', 'forbidden'])
  expect(kinds(NOW)).toEqual(['unauthenticated', 'unauthenticated'])
  // An earlier deletion that an admin stopped.
  expect(kinds(null)).toEqual(['kept', 'kept'])
})
