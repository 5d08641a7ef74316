import { expect, test } from 'vitest'
import { Role } from '../accounts/user.ts'
import { JOIN_FIRST } from '../lib/refusal.ts'
import { GUESTS_LISTEN } from '../sessions/people/guests.ts'
import { HOST, MEMBER } from '../sessions/people/permissions.ts'
import { CHAT_CLOSED, CHAT_LOCKED, mayChat } from './chat.ts'

const member = { id: 1, role_id: Role.Member, guest_name: null }
const guest = { ...member, guest_name: 'Tess' }
const admin = { id: 2, role_id: Role.Admin, guest_name: null }
const open = { status: 1, chat_locked: false, guests_chat: false } as const
const locked = { ...open, chat_locked: true } as const

test.each([
  ['a visitor', null, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['someone who has not joined', member, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['a site admin who has not joined', admin, null, open, { kind: 'forbidden', message: JOIN_FIRST }],
  ['a member', member, { role: MEMBER }, open, null],
  ['a host', member, { role: HOST }, open, null],
  ['a member, locked', member, { role: MEMBER }, locked, { kind: 'conflict', message: CHAT_LOCKED }],
  ['a host, locked', member, { role: HOST }, locked, null],
  ['a site admin who joined, locked', admin, { role: MEMBER }, locked, null],
  ['a guest', guest, { role: MEMBER }, open, { kind: 'forbidden', message: GUESTS_LISTEN }],
  ['a guest, where guests chat', guest, { role: MEMBER }, { ...open, guests_chat: true }, null],
  [
    'a guest where guests chat, locked',
    guest,
    { role: MEMBER },
    { ...locked, guests_chat: true },
    { kind: 'conflict', message: CHAT_LOCKED }
  ]
] as const)('%s', { tags: ['CHAT-02', 'D-106', 'D-152'] }, (_, viewer, membership, session, refusal) => {
  expect(mayChat(session, viewer, membership)).toMatchObject(refusal ? { ok: false, refusal } : { ok: true })
})

test.each([0, 2] as const)(
  'nobody can write while the session has the status %i, not even a host',
  { tags: ['CHAT-02', 'D-106'] },
  status => {
    for (const chat_locked of [false, true]) {
      for (const role of [MEMBER, HOST]) {
        expect(mayChat({ ...open, status, chat_locked }, member, { role })).toMatchObject({
          ok: false,
          refusal: { kind: 'conflict', message: CHAT_CLOSED }
        })
      }
    }
    // Someone who has not joined gets that error first.
    expect(mayChat({ ...open, status }, member, null)).toMatchObject({ refusal: { message: JOIN_FIRST } })
  }
)
