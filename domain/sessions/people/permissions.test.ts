import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Role, type Viewer } from '../../accounts/user.ts'
import { mayStart } from '../session.ts'
import {
  canHost,
  freeCheck,
  HOST,
  MEMBER,
  mayDelete,
  mayTakeBack,
  nextHost,
  removeCheck,
  roleOnEntering,
  shareCheck
} from './permissions.ts'

const member = { id: 7, role_id: Role.Member }
const admin = { id: 1, role_id: Role.Admin }
const host = { role: HOST }
const guest = { role: MEMBER }

describe('hosting', () => {
  test.each<[string, Viewer, { role: number } | null, boolean]>([
    ['a host', member, host, true],
    ['a guest', member, guest, false],
    ['someone who has not joined', member, null, false],
    ['a visitor', null, null, false],
    ['a site admin who has not joined', admin, null, true],
    ['a site admin who is a guest', admin, guest, true]
  ])('%s', { tags: ['SES-047', 'SEC-41', 'SEC-09', 'SEC-37'] }, (_, viewer, membership, allowed) => {
    expect(canHost(viewer, membership)).toBe(allowed)
  })

  test.each([
    [0, HOST],
    [1, MEMBER],
    [499, MEMBER]
  ])('joining a session with %i members gives the role %i', { tags: 'D-73' }, (people, role) => {
    expect(roleOnEntering(people, false)).toBe(role)
    expect(roleOnEntering(people, true)).toBe(MEMBER)
  })

  const person = (name: string, role: number) => ({ name, role })
  test.each([
    ['nobody is left', [], null],
    ['another host is still in', [person('first', MEMBER), person('last', HOST)], null],
    ['only guests are left', [person('first', MEMBER), person('last', MEMBER)], 'first']
  ])('the next host when %s', { tags: 'D-73' }, (_, people, heir) => {
    expect(nextHost(people)?.name ?? null).toBe(heir)
  })
})

test.each<[string, Viewer, boolean, boolean, boolean]>([
  ['a host makes a session free', member, false, true, false],
  ['a host makes a free session cost again', member, true, false, false],
  ['a host saves a free session unchanged', member, true, true, true],
  ['a site admin makes a session free', admin, false, true, true]
])('%s', { tags: 'D-15' }, (_, viewer, was, is, allowed) => {
  expect(freeCheck(viewer, was, is)).toEqual(
    allowed ? null : { kind: 'forbidden', message: 'Only a site admin can make a session free.' }
  )
})

describe('deleting a message or post', () => {
  test.each([
    ['its author, a guest', member, 7, guest, true],
    ['its author, who has left', member, 7, null, true],
    ['another guest', member, 8, guest, false],
    ['a host', member, 8, host, true],
    ['a site admin', admin, 8, null, true],
    ['someone who has not joined', member, 8, null, false]
  ])('%s', { tags: 'D-131' }, (_, viewer, author, membership, allowed) => {
    expect(mayDelete(viewer, author, membership)).toBe(allowed)
  })
})

describe('removing people', () => {
  const by = { isSelf: false, isHost: true, isAdmin: false }
  test.each([
    ['a host removes a guest', by, { role: MEMBER, isIn: true }, null],
    ['a host removes a guest who has left', by, { role: MEMBER, isIn: false }, null],
    ['a host removes a former host who has left', by, { role: HOST, isIn: false }, null],
    ['a host cannot remove another host', by, { role: HOST, isIn: true }, 'forbidden'],
    ['a guest cannot remove anyone', { ...by, isHost: false }, { role: MEMBER, isIn: true }, 'forbidden'],
    ['a host cannot remove themselves', { ...by, isSelf: true }, { role: HOST, isIn: true }, 'conflict'],
    [
      'a site admin cannot remove themselves',
      { isSelf: true, isHost: true, isAdmin: true },
      { role: HOST, isIn: true },
      'conflict'
    ],
    ['a site admin removes a host', { isSelf: false, isHost: false, isAdmin: true }, { role: HOST, isIn: true }, null]
  ])('%s', { tags: ['D-73', 'SEC-41', 'SEC-37'] }, (_, viewer, person, refusal) => {
    expect(removeCheck(viewer, person)?.kind ?? null).toBe(refusal)
  })
})

test.each([
  ['waits for its host', 0, null, 1, null],
  ['has a start time', 0, '2026-01-01T12:00:00.000Z', 1, 'has a start time'],
  ['would start by itself', 0, null, 0, 'start by hand'],
  ['runs', 1, '2026-01-01T12:00:00.000Z', 1, 'already started'],
  ['has ended', 2, null, 1, 'has ended']
] as const)(
  'starting a session that %s',
  { tags: ['SES-067', 'D-83'] },
  (_, status, started_at, is_manually_started, text) => {
    const may = mayStart({ status, started_at, is_manually_started })
    if (text === null) expect(may.ok).toBe(true)
    else expect(may).toMatchObject({ refusal: { kind: 'conflict', errors: [expect.stringContaining(text)] } })
  }
)

test.each([
  ['by a host to a member', true, { isIn: true }, 0, null],
  ['by a host while it runs', true, { isIn: true }, 1, null],
  ['by a host after its end', true, { isIn: true }, 2, 'conflict'],
  ['by a host to someone who has left', true, { isIn: false }, 1, 'notFound'],
  ['by a host to a guest', true, { isIn: true, isGuest: true }, 1, 'conflict'],
  ['by a host to someone unknown', true, null, 1, 'notFound'],
  // A person who may not do it must not learn who is in the session.
  ['by a guest to someone unknown', false, null, 1, 'forbidden'],
  ['by a guest after its end', false, { isIn: true }, 2, 'forbidden']
] as const)('sharing the role of host: %s', { tags: ['SEC-41', 'D-73'] }, (_, hosts, member, status, kind) => {
  expect(shareCheck(hosts, member && { isGuest: false, ...member }, status)?.kind ?? null).toBe(kind)
})

test.each([
  ['its creator after giving the role away', { role: MEMBER, isCreator: true, wasHost: false }, 1, true],
  ['a host who left and came back', { role: MEMBER, isCreator: false, wasHost: true }, 0, true],
  ['a guest who never hosted', { role: MEMBER, isCreator: false, wasHost: false }, 1, false],
  ['a current host', { role: HOST, isCreator: true, wasHost: true }, 1, false],
  ['its creator after its end', { role: MEMBER, isCreator: true, wasHost: true }, 2, false]
] as const)('taking the role of host back, by %s', { tags: 'D-73' }, (_, member, status, may) => {
  expect(mayTakeBack(member, status)).toBe(may)
})

test('after any joining and leaving, a session with members has exactly one host', {
  tags: 'D-73'
}, () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('come', 'leave'), fc.nat(4)), { maxLength: 30 })
  fc.assert(
    fc.property(steps, given => {
      let inside: { id: number; role: number }[] = []
      for (const [what, id] of given) {
        const isIn = inside.some(one => one.id === id)
        if (what === 'come' && !isIn) inside = [...inside, { id, role: roleOnEntering(inside.length, false) }]
        if (what === 'leave' && isIn) {
          inside = inside.filter(one => one.id !== id)
          const heir = nextHost(inside)
          if (heir) inside = inside.map(one => (one === heir ? { ...one, role: HOST } : one))
        }
        const hosts = inside.filter(({ role }) => role === HOST)
        expect(hosts.length).toBe(inside.length > 0 ? 1 : 0)
      }
    }),
    { seed: 73, numRuns: 200 }
  )
})

test('a site admin may remove anyone whom a host may, and nobody themselves', { tags: 'SEC-41' }, () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(MEMBER, HOST),
      fc.boolean(),
      (isHost, isSelf, role, isIn) => {
        const ask = (isAdmin: boolean) => removeCheck({ isSelf, isHost, isAdmin }, { role, isIn })
        if (ask(false) === null) expect(ask(true)).toBeNull()
        if (isSelf) expect(ask(true)).not.toBeNull()
        if (!isHost) expect(ask(false)?.kind).toBe('forbidden')
      }
    ),
    { seed: 41, numRuns: 100 }
  )
})
