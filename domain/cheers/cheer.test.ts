import { expect, test } from 'vitest'
import { JOIN_FIRST } from '../lib/refusal.ts'
import { mayCheer, OWN_LOG } from './cheer.ts'

test.each([
  ['a member', { isSeen: true, isMine: false }, true, null],
  ['a member, for their own log', { isSeen: true, isMine: true }, true, { kind: 'conflict', message: OWN_LOG }],
  ['someone who has not joined', { isSeen: true, isMine: false }, false, { kind: 'forbidden', message: JOIN_FIRST }],
  ['a member, for a private log', { isSeen: false, isMine: false }, true, { kind: 'notFound' }],
  ['someone who has not joined, for a private log', { isSeen: false, isMine: false }, false, { kind: 'notFound' }]
] as const)('a cheer of %s', { tags: 'D-138' }, (_, log, isMember, refusal) => {
  expect(mayCheer(log, isMember)).toMatchObject(refusal ? { ok: false, refusal } : { ok: true })
})
