import { expect, test } from 'vitest'
import { isCode, type Joinable, joinCheck, spotsLeft } from './join.ts'

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
] as const)('SES-083 %s comes first', (_, session, visitor, expected) => {
  expect(joinCheck(session, visitor)).toEqual(expected)
})

test('D-77 an empty code opens nothing', () => {
  expect([isCode('', ''), isCode(null, undefined), isCode(' ', ' ')]).toEqual([false, false, false])
})

test.each([
  [null, 900, null],
  [10, 3, 7],
  [10, 10, 0],
  [10, 12, 0]
])('SES-084 limit %s with %s people leaves %s', (participant_limit, participants_count, spots) => {
  expect(spotsLeft({ participant_limit, participants_count })).toBe(spots)
})
