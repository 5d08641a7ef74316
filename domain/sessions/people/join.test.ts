import { expect, test } from 'vitest'
import { isCode, type Joinable, joinCheck, mayJoin, spotsLeft } from './join.ts'

const open: Joinable = {
  status: 0,
  is_preset: 0,
  participant_limit: null,
  participants_count: 3,
  needs_code: 0,
  join_code: null
}
const everything: Joinable = {
  status: 2,
  is_preset: 1,
  participant_limit: 3,
  participants_count: 3,
  needs_code: 1,
  join_code: 'hut'
}
const FULL = 'This session is full and is not accepting additional participants.'

test.each([
  ['signed out', everything, { signedIn: false, joined: true }, { kind: 'unauthenticated' }],
  ['missing', null, { signedIn: true, joined: false }, { kind: 'notFound' }],
  [
    'template',
    everything,
    { signedIn: true, joined: true },
    { kind: 'conflict', message: 'You can’t join a template.' }
  ],
  [
    'ended',
    { ...everything, is_preset: 0 as const },
    { signedIn: true, joined: true },
    { kind: 'conflict', message: 'This session has ended.' }
  ],
  ['member', { ...everything, is_preset: 0 as const, status: 1 as const }, { signedIn: true, joined: true }, 'already'],
  [
    'removed',
    { ...everything, is_preset: 0 as const, status: 1 as const },
    { signedIn: true, joined: false, removed: true, code: 'hut' },
    { kind: 'forbidden', message: 'You were removed from this session.' }
  ],
  [
    'full',
    { ...everything, is_preset: 0 as const, status: 1 as const },
    { signedIn: true, joined: false, code: 'no' },
    { kind: 'conflict', message: FULL }
  ],
  [
    'a limit of 0',
    { ...open, participant_limit: 0 },
    { signedIn: true, joined: false },
    { kind: 'conflict', message: FULL }
  ],
  [
    'wrong code',
    { ...open, needs_code: 1 as const, join_code: 'hut' },
    { signedIn: true, joined: false, code: 'hat' },
    { kind: 'wrongCode', message: 'The join code isn’t correct.' }
  ],
  [
    'right code',
    { ...open, needs_code: 1 as const, join_code: 'hut ' },
    { signedIn: true, joined: false, code: ' HUT' },
    null
  ],
  ['running', { ...open, status: 1 as const }, { signedIn: true, joined: false }, null]
] as const)('joinCheck in the documented order: %s', { tags: 'SES-083' }, (_, session, visitor, expected) => {
  expect(joinCheck(session, visitor)).toEqual(expected)
})

test('an empty code is never right', { tags: 'D-77' }, () => {
  expect([isCode('', ''), isCode(null, undefined), isCode(' ', ' ')]).toEqual([false, false, false])
})

test.each([
  [null, 900, null],
  [10, 3, 7],
  [10, 10, 0],
  [10, 12, 0]
])('limit %s with %s people leaves %s', { tags: 'SES-084' }, (participant_limit, participants_count, spots) => {
  expect(spotsLeft({ participant_limit, participants_count })).toBe(spots)
})

test.each([
  ['hut', 'hut', true],
  ['hut', '  HUT ', true],
  [' Hut ', 'hut', true],
  ['hut', 'hu t', false],
  ['hut', '', false],
  ['hut', undefined, false],
  // Composed and decomposed letters look the same to people.
  ['caf\u00e9', 'cafe\u0301', true],
  ['0', 'o', false]
])('for the code %j, %j is right: %s', { tags: 'D-77' }, (expected, given, is) => {
  expect(isCode(expected, given)).toBe(is)
})

test('nobody can join a session that needs a code but has none', { tags: 'SES-083' }, () => {
  const locked = { ...open, needs_code: 1 as const, join_code: null }
  for (const code of ['', ' ', 'null', null, undefined]) {
    expect(joinCheck(locked, { signedIn: true, joined: false, ...(code === undefined ? {} : { code }) })).toMatchObject(
      {
        kind: 'wrongCode'
      }
    )
  }
})

test.each([
  ['a waiting session', open, { joined: false }, true],
  ['a running session', { ...open, status: 1 as const }, { joined: false }, true],
  ['an ended session', { ...open, status: 2 as const }, { joined: false }, false],
  ['a template', { ...open, is_preset: 1 as const }, { joined: false }, false],
  ['a full session', { ...open, participant_limit: 3 }, { joined: false }, false],
  ['a session with a place left', { ...open, participant_limit: 4 }, { joined: false }, true],
  ['a session that I have joined', open, { joined: true }, false],
  ['a session that I was removed from', open, { joined: false, removed: true }, false]
])('the page offers to join %s: %#', { tags: ['ACT-046', 'ACT-075'] }, (_, session, me, offered) => {
  expect([mayJoin(session, me), mayJoin({ ...session }, me)]).toEqual([offered, offered])
})

test('a member of a full session gets "already", not "full"', { tags: 'SES-084' }, () => {
  expect(joinCheck({ ...open, participant_limit: 3 }, { signedIn: true, joined: true })).toBe('already')
})
