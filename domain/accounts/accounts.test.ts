import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PLANS, planKeyOf } from '../billing/plans.ts'
import { PLAN_KEYS } from '../tokens/plan-keys.ts'
import { login, registerBody, updateProfile } from './api.ts'
import { EMAIL_TEXT, PASSWORD_MISMATCH, PASSWORD_SHORT } from './fields.ts'
import { PASSWORD_COMMON, PASSWORD_NAME } from './password.ts'
import { isAdmin, MESSAGE_KEYS, Role } from './user.ts'
import { isReserved, isUsername, USERNAME_TEXT } from './username.ts'

function errorsOf(schema: z.ZodMiniType | undefined, body: unknown): Record<string, string> {
  if (!schema) throw new Error('this call has no body')
  const result = z.safeParse(schema, body)
  if (result.success) return {}
  // The form shows the first message of a field.
  const texts = result.error.issues.map(({ path, message }): [string, string] => [path.join('.'), message])
  return Object.fromEntries(texts.reverse())
}

describe('usernames', () => {
  test.each([
    ['ada', true],
    ['Ada_L-1815', true],
    ['-', true],
    ['', false],
    ['ada lovelace', false],
    ['ada.l', false],
    ['adä', false],
    ['ada\n', false],
    ['../admin', false]
  ])('%j is a username: %s', { tags: 'ACC-29' }, (name, allowed) => {
    expect(isUsername(name)).toBe(allowed)
  })

  test.each(['login', 'ADMIN', 'Goals', 'my', 'terms-of-service', 'api', 'socket'])(
    'nobody can register %s, which is a path of the site',
    { tags: 'D-27' },
    name => {
      expect([isUsername(name), isReserved(name)]).toEqual([true, true])
    }
  )

  test.each(['ada', 'goal', 'logins', 'me2'])('the name %s can be registered', { tags: 'D-27' }, name => {
    expect(isReserved(name)).toBe(false)
  })

  test('a path of the site is reserved in upper and lower case', { tags: 'D-27' }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom('login', 'privacy-policy', 'events'),
        fc.infiniteStream(fc.boolean()),
        (name, upper) => {
          const flags = upper.take(name.length)
          const mixed = [...name].map(letter => (flags.next().value ? letter.toUpperCase() : letter)).join('')
          expect(isReserved(mixed)).toBe(true)
        }
      ),
      { seed: 90, numRuns: 50 }
    )
  })
})

describe('registering', () => {
  const form = {
    email: 'ada@example.org',
    username: 'ada',
    password: 'correct horse',
    password_confirmation: 'correct horse'
  }
  test.each<[string, object, Record<string, string>]>([
    ['a whole form', {}, {}],
    ['a name in one field', { name: 'Ada Lovelace' }, {}],
    ['an empty name', { first_name: null, last_name: '' }, {}],
    ['an e-mail with spaces around it', { email: ' ada@example.org ' }, {}],
    ['no e-mail', { email: '' }, { email: 'Value is required.' }],
    ['a malformed e-mail', { email: 'ada@' }, { email: EMAIL_TEXT }],
    ['a username with a space', { username: 'ada l' }, { username: USERNAME_TEXT }],
    ['a username of 51 letters', { username: 'a'.repeat(51) }, { username: 'Use at most 50 characters.' }],
    ['a short password', { password: 'short', password_confirmation: 'short' }, { password: PASSWORD_SHORT }],
    [
      'two different passwords',
      { password_confirmation: 'correct house' },
      { password_confirmation: PASSWORD_MISMATCH }
    ],
    ['no second password', { password_confirmation: '' }, { password_confirmation: 'Value is required.' }]
  ])('with %s', { tags: 'ACC-24' }, (_, change, fields) => {
    expect(errorsOf(registerBody, { ...form, ...change })).toEqual(fields)
  })

  test('a password keeps its leading and trailing spaces', { tags: 'ACC-30' }, () => {
    const spaced = { ...form, password: '  spaces  ', password_confirmation: '  spaces  ' }
    expect(z.parse(registerBody, spaced).password).toBe('  spaces  ')
    expect(errorsOf(registerBody, { ...spaced, password_confirmation: 'spaces' })).toHaveProperty(
      'password_confirmation'
    )
  })

  test('a password may have 200 characters of any kind, and needs no special ones', () => {
    for (const password of ['only small letters', '13572468', '🛖 meine Hütte', 'ab'.repeat(100)]) {
      const body = { ...form, password, password_confirmation: password }
      expect(z.parse(registerBody, body).password).toBe(password)
    }
  })

  test.each([
    ['password', PASSWORD_COMMON],
    ['Password1 ', PASSWORD_COMMON],
    ['12345678', PASSWORD_COMMON],
    ['1234567890', PASSWORD_COMMON],
    ['87654321', PASSWORD_COMMON],
    ['ABCDEFGH', PASSWORD_COMMON],
    ['aaaaaaaa', PASSWORD_COMMON],
    ['        ', PASSWORD_COMMON],
    ['ada-lovelace', PASSWORD_NAME],
    ['ADA-LOVELACE', PASSWORD_NAME],
    ['ada@example.org', PASSWORD_NAME],
    ['ada-lovelace 1815', null],
    ['13572468', null],
    ['password of my own', null]
  ])('registering with the password "%s" gives the error %j', { tags: 'ACC-30' }, (password, message) => {
    const body = { ...form, username: 'ada-lovelace', password, password_confirmation: password }
    expect(errorsOf(registerBody, body)).toEqual(message === null ? {} : { password: message })
  })

  test('signing in requires both fields and does not check their form', { tags: 'ACC-09' }, () => {
    expect(errorsOf(login.body, {})).toEqual({ email: 'Value is required.', password: 'Value is required.' })
    expect(errorsOf(login.body, { email: 'no address at all', password: 'x' })).toEqual({})
    expect(errorsOf(login.body, { email: 'a', password: 'x'.repeat(201) })).toEqual({
      password: 'Use at most 200 characters.'
    })
  })

  test('saving a profile ignores the username', { tags: 'D-29' }, () => {
    const userData = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' }
    expect(errorsOf(updateProfile.body, { userData })).toEqual({})
    expect(errorsOf(updateProfile.body, { userData: { ...userData, username: 7 } })).toEqual({})
    expect(errorsOf(updateProfile.body, { userData: { ...userData, email: 'ada' } })).toEqual({
      'userData.email': EMAIL_TEXT
    })
  })
})

describe('roles and messages', () => {
  test.each([
    [null, false],
    [{ id: 1, role_id: Role.Member }, false],
    [{ id: 1, role_id: Role.Admin }, true],
    [{ id: 1, role_id: 9 }, false]
  ])('%j is a site admin: %s', { tags: 'SEC-37' }, (viewer, admin) => {
    expect(isAdmin(viewer)).toBe(admin)
  })

  test('each welcome message has its own key', { tags: 'D-123' }, () => {
    expect(new Set(MESSAGE_KEYS).size).toBe(MESSAGE_KEYS.length)
    expect(MESSAGE_KEYS).toContain('newCreateGoal')
  })
})

describe('plans', () => {
  test('there are two subscriptions, and Pay As You Go without a key', { tags: ['BIL-19', 'D-17'] }, () => {
    expect(PLANS.map(plan => plan.key)).toEqual([...PLAN_KEYS, null])
    expect(new Set(PLANS.map(plan => plan.id)).size).toBe(PLANS.length)
  })

  test('only subscriptions have monthly tokens', { tags: 'BIL-19' }, () => {
    for (const { key, monthly_tokens } of PLANS) expect(monthly_tokens === null).toBe(key === null)
  })

  test('a dearer subscription has more tokens', { tags: 'BIL-38' }, () => {
    const subscriptions = PLANS.filter(plan => plan.key !== null).toSorted((a, b) => a.amount - b.amount)
    const tokens = subscriptions.map(plan => plan.monthly_tokens ?? 0)
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b))
    expect(PLANS.every(plan => plan.amount > 0 && Number.isInteger(plan.amount) && plan.title && plan.content)).toBe(
      true
    )
  })

  test.each([
    ['goals_sub', 'goals_sub'],
    ['goals_sessions_sub', 'goals_sessions_sub'],
    ['GOALS_SUB', null],
    ['', null],
    [null, null],
    ['__proto__', null]
  ])('the query ?expand= with %j opens the plan %j', { tags: 'TOK-51' }, (text, key) => {
    expect(planKeyOf(text)).toBe(key)
  })
})
