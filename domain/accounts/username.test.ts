import { expect, test } from 'vitest'
import { isUsername, proposedUsername } from './username.ts'

test.each([
  ['ada@example.org', 'ada'],
  ['ada.love+hut@example.org', 'ada-love-hut'],
  ['Zoë.Žižek@example.org', 'Zoe-Zizek'],
  ['--@example.org', ''],
  ['', ''],
  ['admin@example.org', ''],
  ['愛@example.org', '']
])('ACC-29 D-27 %s proposes %j', (email, username) => {
  expect(proposedUsername(email)).toBe(username)
})

test('ACC-29 what is proposed is a username, however long the email is', () => {
  const proposed = proposedUsername(`${'a'.repeat(49)}.b@example.org`)
  expect([proposed, isUsername(proposed)]).toEqual(['a'.repeat(49), true])
})
