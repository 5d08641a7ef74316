import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Role, type Viewer } from '../accounts/user.ts'
import {
  canHost,
  freeCheck,
  GUEST,
  HOST,
  heirOf,
  mayDelete,
  mayTakeBack,
  removeCheck,
  roleOnEntering,
  shareCheck
} from './permissions.ts'
import { mayStart } from './session.ts'

const member = { id: 7, role_id: Role.Member }
const admin = { id: 1, role_id: Role.Admin }
const host = { role: HOST }
const guest = { role: GUEST }

describe('hosting', () => {
  test.each<[string, Viewer, { role: number } | null, boolean]>([
    ['a host who is in', member, host, true],
    ['a guest', member, guest, false],
    ['somebody who is not in', member, null, false],
    ['a visitor', null, null, false],
    ['a site admin who is not in', admin, null, true],
    ['a site admin among the guests', admin, guest, true]
  ])('%s', { tags: ['SES-047', 'SEC-41', 'SEC-09', 'SEC-37'] }, (_, viewer, membership, allowed) => {
    expect(canHost(viewer, membership)).toBe(allowed)
  })

  test.each([
    [0, HOST],
    [1, GUEST],
    [499, GUEST]
  ])('who comes into a room of %i gets the role %i', { tags: 'D-73' }, (people, role) => {
    expect(roleOnEntering(people)).toBe(role)
  })

  const person = (name: string, role: number) => ({ name, role })
  test.each([
    ['nobody is left', [], null],
    ['a host is still in, who joined last', [person('first', GUEST), person('last', HOST)], null],
    ['only guests are left', [person('first', GUEST), person('last', GUEST)], 'first']
  ])('the next host when %s', { tags: 'D-73' }, (_, people, heir) => {
    expect(heirOf(people)?.name ?? null).toBe(heir)
  })
})

test.each<[string, Viewer, boolean, boolean, boolean]>([
  ['a host makes a session free', member, false, true, false],
  ['a host has a free one cost again', member, true, false, false],
  ['a host saves a free one as it is', member, true, true, true],
  ['a site admin makes one free', admin, false, true, true]
])('%s', { tags: 'D-15' }, (_, viewer, was, is, allowed) => {
  expect(freeCheck(viewer, was, is)).toEqual(
    allowed ? null : { kind: 'forbidden', message: 'Only a site admin can make a session free.' }
  )
})

describe('deleting what was said', () => {
  test.each([
    ['its author, a guest', member, 7, guest, true],
    ['its author, who has left', member, 7, null, true],
    ['another guest', member, 8, guest, false],
    ['a host', member, 8, host, true],
    ['a site admin', admin, 8, null, true],
    ['somebody who is not in', member, 8, null, false]
  ])('%s', { tags: 'D-131' }, (_, viewer, author, membership, allowed) => {
    expect(mayDelete(viewer, author, membership)).toBe(allowed)
  })
})

describe('removing people', () => {
  const by = { isSelf: false, isHost: true, isAdmin: false }
  test.each([
    ['a host removes a guest', by, { role: GUEST, isIn: true }, null],
    ['a host keeps out who has left', by, { role: GUEST, isIn: false }, null],
    ['a host keeps out a former host who has left', by, { role: HOST, isIn: false }, null],
    ['a host does not remove another host', by, { role: HOST, isIn: true }, 'forbidden'],
    ['a guest removes nobody', { ...by, isHost: false }, { role: GUEST, isIn: true }, 'forbidden'],
    ['nobody removes themselves', { ...by, isSelf: true }, { role: HOST, isIn: true }, 'conflict'],
    [
      'neither does a site admin',
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
  ['would start by itself', 0, null, 0, 'not started by hand'],
  ['runs', 1, '2026-01-01T12:00:00.000Z', 1, 'already started'],
  ['has ended', 2, null, 1, 'has ended']
] as const)(
  'of a session that %s',
  { tags: ['SES-067', 'D-83'] },
  (_, status, started_at, is_manually_started, text) => {
    const may = mayStart({ status, started_at, is_manually_started })
    if (text === null) expect(may.ok).toBe(true)
    else expect(may).toMatchObject({ refusal: { kind: 'conflict', errors: [expect.stringContaining(text)] } })
  }
)

test.each([
  ['who hosts, to somebody who is in', true, { isIn: true }, 0, null],
  ['who hosts, while it runs', true, { isIn: true }, 1, null],
  ['who hosts, after its end', true, { isIn: true }, 2, 'conflict'],
  ['who hosts, to somebody who has left', true, { isIn: false }, 1, 'notFound'],
  ['who hosts, to nobody', true, null, 1, 'notFound'],
  // Who may not, learns nothing of who is in.
  ['a guest, to nobody', false, null, 1, 'forbidden'],
  ['a guest, after its end', false, { isIn: true }, 2, 'forbidden']
] as const)('a role is given by %s', { tags: ['SEC-41', 'D-73'] }, (_, hosts, member, status, kind) => {
  expect(shareCheck(hosts, member, status)?.kind ?? null).toBe(kind)
})

test.each([
  ['who made it and gave it away', { role: GUEST, isCreator: true, wasHost: false }, 1, true],
  ['who hosted, left and came back', { role: GUEST, isCreator: false, wasHost: true }, 0, true],
  ['who never hosted', { role: GUEST, isCreator: false, wasHost: false }, 1, false],
  ['who hosts', { role: HOST, isCreator: true, wasHost: true }, 1, false],
  ['who made it, after its end', { role: GUEST, isCreator: true, wasHost: true }, 2, false]
] as const)('%s may host again by themselves', { tags: 'D-73' }, (_, member, status, may) => {
  expect(mayTakeBack(member, status)).toBe(may)
})

test('however people come and go, a room with people in it has a host, and no room has a host who is out', {
  tags: 'D-73'
}, () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('come', 'leave'), fc.nat(4)), { maxLength: 30 })
  fc.assert(
    fc.property(steps, given => {
      let inside: { id: number; role: number }[] = []
      for (const [what, id] of given) {
        const isIn = inside.some(one => one.id === id)
        if (what === 'come' && !isIn) inside = [...inside, { id, role: roleOnEntering(inside.length) }]
        if (what === 'leave' && isIn) {
          inside = inside.filter(one => one.id !== id)
          const heir = heirOf(inside)
          if (heir) inside = inside.map(one => (one === heir ? { ...one, role: HOST } : one))
        }
        const hosts = inside.filter(({ role }) => role === HOST)
        expect(hosts.length).toBe(inside.length > 0 ? 1 : 0)
      }
    }),
    { seed: 73, numRuns: 200 }
  )
})

test('nobody removes more than a site admin may, and nobody removes themselves', { tags: 'SEC-41' }, () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(GUEST, HOST),
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
