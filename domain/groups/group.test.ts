import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Role, type Viewer } from '../accounts/user.ts'
import { canEditActivity } from '../activities/activity.ts'
import { canAttach, canEditGroup, NO_GROUP, parentCheck } from './group.ts'

const OWNER: Viewer = { id: 1, role_id: Role.Member }
const OTHER: Viewer = { id: 2, role_id: Role.Member }
const ADMIN: Viewer = { id: 3, role_id: Role.Admin }
const GROUP = { id: 10, user_id: 1, parent_id: null }

test.each<[string, Viewer, boolean]>([
  ['its creator', OWNER, true],
  ['another person', OTHER, false],
  ['a site admin', ADMIN, true],
  ['a visitor', null, false]
])('D-109 D-64 a group and an activity are changed by %s: %s', (_, viewer, allowed) => {
  expect([canEditGroup(GROUP, viewer), canEditActivity(GROUP, viewer)]).toEqual([allowed, allowed])
})

describe('D-111 putting an activity into a group', () => {
  test.each<[string, Viewer, number, boolean, boolean]>([
    ['its creator, with any activity', OWNER, 2, false, true],
    ['a member with an activity of theirs', OTHER, 2, true, true],
    ['a member with an activity of somebody else', OTHER, 1, true, false],
    ['who is not in the group', OTHER, 2, false, false],
    ['a site admin', ADMIN, 2, false, true],
    ['a visitor', null, 2, false, false]
  ])('D-111 by %s', (_, viewer, host, isMember, allowed) => {
    expect(canAttach(GROUP, { user_id: host }, viewer, isMember)).toBe(allowed)
  })

  test('D-111 being in the group never takes a right away', () => {
    const viewer = fc.option(fc.record({ id: fc.nat(3), role_id: fc.constantFrom(Role.Member, Role.Admin) }))
    fc.assert(
      fc.property(viewer, fc.nat(3), fc.nat(3), (who, creator, host) => {
        const ask = (isMember: boolean) => canAttach({ user_id: creator }, { user_id: host }, who, isMember)
        expect(ask(true) || !ask(false)).toBe(true)
      }),
      { seed: 91, numRuns: 200 }
    )
  })
})

describe('D-112 the parent of a group', () => {
  const child = { id: 10, parent_id: 4 }
  test.each<[string, number | null, Viewer, boolean, string | null]>([
    ['set by a site admin', 5, ADMIN, true, null],
    ['taken away by a site admin', null, ADMIN, false, null],
    ['that is no group', 99, ADMIN, false, NO_GROUP],
    ['that is the group itself', 10, ADMIN, true, 'A group cannot be its own parent.'],
    ['set by its creator', 5, OWNER, true, 'Only a site admin can set the parent of a group.'],
    ['taken away by its creator', null, OWNER, false, 'Only a site admin can set the parent of a group.'],
    ['sent back unchanged by its creator', 4, OWNER, true, null],
    ['set by a visitor', 5, null, true, 'Only a site admin can set the parent of a group.']
  ])('D-112 %s', (_, parent, viewer, exists, text) => {
    const refusal = parentCheck(child, parent, viewer, exists)
    expect(refusal && 'message' in refusal ? refusal.message : null).toBe(text)
  })

  test('D-112 a wrong parent is named as the field of the form', () => {
    expect(parentCheck(child, 99, ADMIN, false)).toEqual({
      kind: 'invalid',
      fields: { parent_id: NO_GROUP },
      message: NO_GROUP
    })
  })
})
