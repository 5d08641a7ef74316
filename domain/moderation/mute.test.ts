import { expect, test } from 'vitest'
import { muteCheck } from './mute.ts'

test('people can mute others but not themselves', () => {
  expect(muteCheck(1, 2)).toBeNull()
  expect(muteCheck(1, 1)).toEqual({ kind: 'conflict', message: 'You can’t mute yourself.' })
})
