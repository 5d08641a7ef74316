import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_COMMON, PASSWORD_NAME, PASSWORD_SITE, passwordCheck } from './password.ts'

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
    ['example.org', PASSWORD_NAME],
    ['example', PASSWORD_NAME],
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

  test.each([
    ['Our Winter Club', PASSWORD_SITE],
    ['ourwinterclub', PASSWORD_SITE],
    ['our-winter-club', PASSWORD_SITE],
    ['OurWinterClub2026!', PASSWORD_SITE],
    ['winter2026', PASSWORD_SITE],
    ['hut.alpenverein.example', PASSWORD_SITE],
    ['Alpenverein1', PASSWORD_SITE],
    ['bluemoon', PASSWORD_COMMON],
    ['Bluemoon99', PASSWORD_COMMON],
    ['our club in winter', null],
    ['hut of snow 17', null],
    ['clubhouse-and-more', null]
  ])('on a site with a name and an address, %j: %s', (password, refusal) => {
    const site = { name: 'Our Winter Club', host: 'hut.alpenverein.example' }
    expect(passwordCheck(password, person, { site, common: new Set(['bluemoon']) })).toBe(refusal)
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
