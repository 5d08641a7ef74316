import { expect, test } from 'vitest'
import { Role } from '../accounts/user.ts'
import { JOIN_FIRST } from '../lib/refusal.ts'
import { GUEST, HOST } from '../sessions/permissions.ts'
import { CHAT_CLOSED, CHAT_LOCKED, mayChat } from './chat.ts'

const member = { id: 1, role_id: Role.Member }
const admin = { id: 2, role_id: Role.Admin }
const open = { status: 1, chat_locked: false } as const
const locked = { status: 1, chat_locked: true } as const

test.each([
  ['a visitor', null, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['someone who has not joined', member, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['a site admin who has not joined', admin, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['a member', member, { role: GUEST }, open, null],
  ['a host', member, { role: HOST }, open, null],
  ['a member, locked', member, { role: GUEST }, locked, { kind: 'conflict', message: CHAT_LOCKED }],
  ['a host, locked', member, { role: HOST }, locked, null],
  ['a site admin who joined, locked', admin, { role: GUEST }, locked, null]
] as const)('%s', { tags: ['CHAT-02', 'D-106'] }, (_, viewer, membership, session, refusal) => {
  expect(mayChat(session, viewer, membership)).toMatchObject(refusal ? { ok: false, refusal } : { ok: true })
})

test.each([0, 2] as const)(
  'nobody can write while the session has the status %i, not even a host',
  { tags: ['CHAT-02', 'D-106'] },
  status => {
    for (const chat_locked of [false, true]) {
      for (const role of [GUEST, HOST]) {
        expect(mayChat({ status, chat_locked }, member, { role })).toMatchObject({
          ok: false,
          refusal: { kind: 'conflict', message: CHAT_CLOSED }
        })
      }
    }
    // Someone who has not joined gets that error first.
    expect(mayChat({ status, chat_locked: false }, member, null)).toMatchObject({ refusal: { message: JOIN_FIRST } })
  }
)
