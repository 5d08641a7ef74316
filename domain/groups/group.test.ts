import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Role, type Viewer } from '../accounts/user.ts'
import { canEditActivity } from '../activities/activity.ts'
import { attachRight, canDetach, canEditGroup, canSettleProposal, NO_GROUP, parentCheck } from './group.ts'

const OWNER: Viewer = { id: 1, role_id: Role.Member }
const OTHER: Viewer = { id: 2, role_id: Role.Member }
const ADMIN: Viewer = { id: 3, role_id: Role.Admin }
const GROUP = { id: 10, user_id: 1, parent_id: null }

test.each<[string, Viewer, boolean]>([
  ['its creator', OWNER, true],
  ['another person', OTHER, false],
  ['a site admin', ADMIN, true],
  ['a visitor', null, false]
])('a group or activity may be changed by %s: %s', { tags: ['D-109', 'D-64'] }, (_, viewer, allowed) => {
  expect([canEditGroup(GROUP, viewer), canEditActivity(GROUP, viewer)]).toEqual([allowed, allowed])
})

describe('moving an activity into a group', { tags: 'D-134' }, () => {
  test.each<[string, Viewer, number, boolean, 'move' | 'propose' | null]>([
    ['the creator of the group, with their own activity', OWNER, 1, false, 'move'],
    ['the creator of the group, with someone else’s activity', OWNER, 2, true, 'propose'],
    ['a member with their own activity', OTHER, 2, true, 'move'],
    ['a member with someone else’s activity', OTHER, 1, true, null],
    ['its host, who is not in the group', OTHER, 2, false, null],
    ['a site admin', ADMIN, 2, false, 'move'],
    ['a visitor', null, 2, false, null]
  ])('by %s', { tags: 'D-134' }, (_, viewer, host, isMember, right) => {
    expect(attachRight(GROUP, { user_id: host }, viewer, isMember)).toBe(right)
  })

  test.each<[string, Viewer, number, boolean, boolean]>([
    ['the creator of the group', OWNER, 2, true, false],
    ['its host', OTHER, 2, true, true],
    ['someone else', OTHER, 1, false, false],
    ['a site admin', ADMIN, 2, true, true],
    ['a visitor', null, 2, false, false]
  ])(
    'detaching an activity and settling a proposal, by %s',
    { tags: 'D-134' },
    (_, viewer, host, detaches, settles) => {
      expect(canDetach(GROUP, { user_id: host }, viewer)).toBe(detaches)
      expect(canSettleProposal({ user_id: host }, viewer)).toBe(settles)
    }
  )

  test('only its host and site admins move an activity, and membership removes no right', {
    tags: 'D-134'
  }, () => {
    const viewer = fc.option(fc.record({ id: fc.nat(3), role_id: fc.constantFrom(Role.Member, Role.Admin) }))
    fc.assert(
      fc.property(viewer, fc.nat(3), fc.nat(3), (who, creator, host) => {
        const ask = (isMember: boolean) => attachRight({ user_id: creator }, { user_id: host }, who, isMember)
        for (const right of [ask(true), ask(false)]) {
          if (right === 'move') expect(canEditActivity({ user_id: host }, who)).toBe(true)
        }
        expect(ask(true) !== null || ask(false) === null).toBe(true)
      }),
      { seed: 91, numRuns: 200 }
    )
  })
})

describe('the parent of a group', { tags: 'D-112' }, () => {
  const child = { id: 10, parent_id: 4 }
  test.each<[string, number | null, Viewer, number[], string | null]>([
    ['set by a site admin', 5, ADMIN, [5, 6], null],
    ['removed by a site admin', null, ADMIN, [], null],
    ['that does not exist', 99, ADMIN, [], NO_GROUP],
    ['that is the group itself', 10, ADMIN, [10, 4], 'A group can’t be its own parent.'],
    ['that lies below the group', 5, ADMIN, [5, 6, 10, 4], 'That group is inside this one.'],
    ['set by its creator', 5, OWNER, [5], 'Only a site admin can set the parent of a group.'],
    ['removed by its creator', null, OWNER, [], 'Only a site admin can set the parent of a group.'],
    ['sent back unchanged by its creator', 4, OWNER, [4], null],
    ['set by a visitor', 5, null, [5], 'Only a site admin can set the parent of a group.']
  ])('%s', { tags: 'D-112' }, (_, parent, viewer, above, text) => {
    const refusal = parentCheck(child, parent, viewer, above)
    expect(refusal && 'message' in refusal ? refusal.message : null).toBe(text)
  })

  test('an unknown parent gives an error for the field parent_id', { tags: 'D-112' }, () => {
    expect(parentCheck(child, 99, ADMIN, [])).toEqual({
      kind: 'invalid',
      fields: { parent_id: NO_GROUP },
      message: NO_GROUP
    })
  })
})

test('a refused parent has its kind and its field', { tags: 'D-112' }, () => {
  const child = { id: 10, parent_id: 4 }
  expect(parentCheck(child, 5, OWNER, [5])).toMatchObject({ kind: 'forbidden' })
  for (const [parent, above] of [
    [10, [10, 4]],
    [5, [5, 10]]
  ] as const) {
    expect(parentCheck(child, parent, ADMIN, above)).toMatchObject({ fields: { parent_id: expect.any(String) } })
  }
})
