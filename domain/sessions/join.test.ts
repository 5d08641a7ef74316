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
    { kind: 'conflict', message: 'Templates cannot be joined.' }
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
    'no place at all',
    { ...open, participant_limit: 0 },
    { signedIn: true, joined: false },
    { kind: 'conflict', message: FULL }
  ],
  [
    'wrong code',
    { ...open, needs_code: 1 as const, join_code: 'hut' },
    { signedIn: true, joined: false, code: 'hat' },
    { kind: 'wrongCode', message: 'The join code is not correct.' }
  ],
  [
    'right code',
    { ...open, needs_code: 1 as const, join_code: 'hut ' },
    { signedIn: true, joined: false, code: ' HUT' },
    null
  ],
  ['running', { ...open, status: 1 as const }, { signedIn: true, joined: false }, null]
] as const)('%s comes first', { tags: 'SES-083' }, (_, session, visitor, expected) => {
  expect(joinCheck(session, visitor)).toEqual(expected)
})

test('an empty code opens nothing', { tags: 'D-77' }, () => {
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
  // Composed and decomposed letters look alike to whoever reads a code out.
  ['caf\u00e9', 'cafe\u0301', true],
  ['0', 'o', false]
])('the code %j is met by %j: %s', { tags: 'D-77' }, (expected, given, is) => {
  expect(isCode(expected, given)).toBe(is)
})

test('a session that needs a code and has none lets nobody in', { tags: 'SES-083' }, () => {
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
  ['one that waits', open, { joined: false }, true],
  ['one that runs', { ...open, status: 1 as const }, { joined: false }, true],
  ['one that has ended', { ...open, status: 2 as const }, { joined: false }, false],
  ['a template', { ...open, is_preset: 1 as const }, { joined: false }, false],
  ['a full one', { ...open, participant_limit: 3 }, { joined: false }, false],
  ['one with a place left', { ...open, participant_limit: 4 }, { joined: false }, true],
  ['one that I am in', open, { joined: true }, false],
  ['one that I was removed from', open, { joined: false, removed: true }, false]
])(
  'joining is offered for %s, whether a code is needed or not',
  { tags: ['ACT-046', 'ACT-075'] },
  (_, session, me, offered) => {
    expect([mayJoin(session, me), mayJoin({ ...session }, me)]).toEqual([offered, offered])
  }
)

test('who is in already is told so before that it is full, and pays nothing again', { tags: 'SES-084' }, () => {
  expect(joinCheck({ ...open, participant_limit: 3 }, { signedIn: true, joined: true })).toBe('already')
})
