import { expect, test } from 'vitest'
import { deletionTime, isDeletionDue } from './deletion.ts'

const NOW = 1_800_000_000_000

test('an account is deleted two weeks after the request, not earlier', { tags: 'D-131' }, () => {
  const at = deletionTime(NOW)
  expect(at - NOW).toBe(14 * 24 * 3_600_000)
  expect([at - 1, at, at + 1].map(now => isDeletionDue(at, now))).toEqual([false, true, true])
})
