import { describe, expect, test } from 'vitest'
import { invalid } from '../lib/refusal.ts'
import { WELCOME_USES } from '../tokens/tokens.ts'
import {
  GUEST_USES,
  guestName,
  guestNameCheck,
  guestUsername,
  hutHasGuests,
  LONGEST_GUEST_NAME,
  NAME_RESERVED,
  NAME_TAKEN,
  REGISTERED_USES
} from './guest.ts'
import { isReserved, isUsername, mayBeGuest } from './username.ts'

test('a guest has 100 uses, and after registering as many as everyone else', { tags: 'D-152' }, () => {
  expect([GUEST_USES, GUEST_USES + REGISTERED_USES]).toEqual([100, WELCOME_USES])
})

test.each([
  ['Tess', 'Tess'],
  ['  Tess   van Dijk ', 'Tess van Dijk'],
  ['Ｔｅｓｓ', 'Tess'],
  ['Zoë 3', 'Zoë 3'],
  ['李娜', '李娜'],
  ['a'.repeat(LONGEST_GUEST_NAME), 'a'.repeat(LONGEST_GUEST_NAME)]
])('%j is the display name %j', { tags: 'D-152' }, (typed, name) => {
  expect(guestName.parse(typed)).toBe(name)
})

const SIGNS = 'Use letters, digits, spaces and signs only.'
test.each([
  ['', 'Enter a name.'],
  ['   ', 'Enter a name.'],
  ['!?', 'Enter a name.'],
  ['🦊', 'Enter a name.'],
  ['a'.repeat(LONGEST_GUEST_NAME + 1), `Use at most ${LONGEST_GUEST_NAME} characters.`],
  ['Te\u202ess', SIGNS],
  ['Te\u200bss', SIGNS],
  ['Te\u0007ss', SIGNS],
  ['Admin', NAME_RESERVED],
  ['M o d e r a t o r', NAME_RESERVED],
  ['Hut Guide', NAME_RESERVED],
  [undefined, 'Enter a name.']
])('the display name %j is refused: %s', { tags: 'D-152' }, (typed, message) => {
  expect(guestName.safeParse(typed).error?.issues[0]?.message).toBe(message)
})

test('the username of a guest has five characters, and nobody can register such a name', { tags: 'D-152' }, () => {
  const username = guestUsername(new Uint8Array([0, 30, 31, 255, 100]))
  expect(username).toMatch(/^guest-[2-9a-z]{5}$/)
  expect([isUsername(username), mayBeGuest(username), isReserved(username)]).toEqual([true, true, true])
  expect(['guest-x', 'guesthouse', 'Guest-abcde'].map(isReserved)).toEqual([true, false, true])
  expect(['ada', 'guest-', 'guest-abcdef', 'deleted-12'].map(mayBeGuest)).toEqual([false, false, false, false])
})

describe('a hut has guests', () => {
  const hut = { registration: 'open', members_only: 0, guests: 'open' } as const
  test.each([
    ['while anyone can register', hut, true],
    ['but not with invitations', { ...hut, registration: 'invite' }, false],
    ['but not with approvals', { ...hut, registration: 'approve' }, false],
    ['but not while it is closed', { ...hut, registration: 'closed' }, false],
    ['while it is closed, if an admin allows them', { ...hut, registration: 'closed', guests: 'always' }, true],
    ['unless an admin turns them off', { ...hut, guests: 'never' }, false],
    ['but never one for members only', { ...hut, members_only: 1, guests: 'always' }, false]
  ] as const)('%s', { tags: ['D-152', 'D-146'] }, (_, rules, has) => {
    expect(hutHasGuests(rules)).toBe(has)
  })
})

test.each([
  ['Tess', [], true],
  ['Tess', ['ada', 'Grace'], true],
  ['Tess', ['tess'], false],
  ['T e s s', ['tess'], false],
  ['Tess_1', ['tess1'], false],
  ['Zoé', ['zoe'], false],
  ['Tessa', ['tess'], true]
])('%j among %j is free: %s', { tags: 'D-152' }, (name, names, isFree) => {
  expect(guestNameCheck(name, names)).toEqual(isFree ? null : invalid('name', NAME_TAKEN))
})
