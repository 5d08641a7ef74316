import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_COMMON, PASSWORD_NAME, passwordCheck } from './password.ts'

const person = { username: 'ada-lovelace', email: 'Ada.L@example.org' }

describe('a password', () => {
  test.each([
    ['correct horse battery', null],
    ['ada-lovelace-2', null],
    ['a1b2c3d4', null],
    ['ada-lovelace', PASSWORD_NAME],
    ['ADA-LOVELACE', PASSWORD_NAME],
    ['  ada-lovelace ', PASSWORD_NAME],
    ['ada.l@example.org', PASSWORD_NAME],
    ['ada.l', PASSWORD_NAME],
    ['password', PASSWORD_COMMON],
    ['PassW0rd', PASSWORD_COMMON],
    [' qwertyuiop ', PASSWORD_COMMON],
    ['iloveyou1', PASSWORD_COMMON],
    ['Passw0rd!', PASSWORD_COMMON],
    ['ChallengeHut', PASSWORD_COMMON],
    ['summer2026!', PASSWORD_COMMON],
    ['summer in Turin', null],
    ['12345678', PASSWORD_COMMON],
    ['1234567890', PASSWORD_COMMON],
    ['87654321', PASSWORD_COMMON],
    ['abcdefgh', PASSWORD_COMMON],
    ['aaaaaaaa', PASSWORD_COMMON],
    ['        ', PASSWORD_COMMON],
    ['13579135', null]
  ])('%j: %s', (password, refusal) => {
    expect(passwordCheck(password, person)).toBe(refusal)
  })

  test('without a name and email, any good password is accepted', () => {
    expect(passwordCheck('correct horse', { username: '', email: '' })).toBeNull()
  })

  test('a repeated character or a run of neighbours is refused, however long it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 33, max: 90 }),
        fc.integer({ min: 8, max: 30 }),
        fc.constantFrom(-1, 0, 1),
        (from, length, step) => {
          const start = step < 0 ? from + length : from
          const text = String.fromCharCode(...Array.from({ length }, (_, at) => start + at * step))
          // Passwords are compared in lower case, so a run that contains capitals is not a run there.
          if (text.toLowerCase() !== text) return
          expect(passwordCheck(text, person)).toBe(PASSWORD_COMMON)
        }
      ),
      { seed: 29, numRuns: 200 }
    )
  })
})
