import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSegment, SEGMENTS } from './reserved-usernames.ts'
import {
  isNameless,
  isReserved,
  isUsername,
  namelessUsername,
  proposedUsername,
  USERNAME_TEXT,
  username
} from './username.ts'

test.each([
  ['ada@example.org', 'ada'],
  ['ada.love+hut@example.org', 'ada-love-hut'],
  ['Zoë.Žižek@example.org', 'Zoe-Zizek'],
  ['--@example.org', ''],
  ['', ''],
  ['admin@example.org', ''],
  ['愛@example.org', '']
])('%s proposes %j', { tags: ['ACC-29', 'D-27'] }, (email, username) => {
  expect(proposedUsername(email)).toBe(username)
})

test('a long email proposes a valid username', { tags: 'ACC-29' }, () => {
  const proposed = proposedUsername(`${'a'.repeat(49)}.b@example.org`)
  expect([proposed, isUsername(proposed)]).toEqual(['a'.repeat(49), true])
})

test('any email proposes a valid, unreserved username or nothing', {
  tags: ['ACC-29', 'D-27']
}, () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string({ maxLength: 80 }), (email, name) => {
      for (const each of [email, `${name}@example.org`, name]) {
        const proposed = proposedUsername(each)
        if (proposed === '') continue
        expect(username.safeParse(proposed)).toMatchObject({ success: true, data: proposed })
        expect(isReserved(proposed)).toBe(false)
      }
    }),
    { seed: 29, numRuns: 300 }
  )
})

test.each([
  ['a', true],
  ['A_b-9', true],
  ['x'.repeat(50), true],
  ['x'.repeat(51), false],
  ['ada lovelace', false],
  ['ada.', false],
  ['żada', false],
  ['ada\u200b', false],
  ['', false],
  ['   ', false]
])('%j is a username: %s', { tags: 'ACC-29' }, (name, fits) => {
  expect(username.safeParse(name).success).toBe(fits)
})

test('an invalid username gives its own message; a valid one is trimmed', { tags: 'ACC-29' }, () => {
  expect(username.safeParse('a b').error?.issues[0]?.message).toBe(USERNAME_TEXT)
  expect(username.safeParse(' ada ')).toMatchObject({ data: 'ada' })
})

test('nobody can register the placeholder name of a deleted user', { tags: 'D-131' }, () => {
  expect(isNameless(namelessUsername(7))).toBe(true)
  expect(['deleted-', 'Deleted-7', 'deleted-ada'].map(isReserved)).toEqual([true, true, true])
  expect(['deleted', 'adeleted-7'].map(isReserved)).toEqual([false, false])
})

test.each(Object.getOwnPropertyNames(Object.prototype))('nobody registers as %s', { tags: 'D-27' }, name => {
  expect([name, name.toUpperCase(), name.toLowerCase()].map(isReserved)).toEqual([true, true, true])
  // An account that already has the name keeps its page.
  expect(isSegment(name)).toBe(false)
})

test.each([
  ...['support', 'Official', 'moderator', 'staff', 'security', 'system', 'root', 'null', 'undefined', '-', '_', '-_-'],
  ...['hut-guide', 'hut_guide', 'HutGuide', 'hut-guide-1', 'challenge_hut', 'no-reply', 'sup-port']
])('nobody registers as %s, which looks official', { tags: 'D-27' }, name => {
  expect([isReserved(name), isSegment(name)]).toEqual([true, false])
})

test.each(['admin', 'embed', 'mcp', 'oauth', 'press', 'invite', 'series'])(
  'the name %s is reserved for a page',
  { tags: 'D-27' },
  name => {
    expect([isReserved(name), isSegment(name)]).toEqual([true, true])
  }
)

test.each(['supporter', 'ada-root', 'proto', '4', 'mcphee', 'hut'.repeat(2)])(
  'the name %s can be registered',
  { tags: 'D-27' },
  name => {
    expect(isReserved(name)).toBe(false)
  }
)

test('each reserved segment is a valid username in lower case', { tags: 'D-27' }, () => {
  expect([...SEGMENTS].filter(name => !isUsername(name) || name !== name.toLowerCase())).toEqual([])
})
