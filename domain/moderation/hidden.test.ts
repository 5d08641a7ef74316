import { expect, test } from 'vitest'
import { Role, type Viewer } from '../accounts/user.ts'
import { Refused } from '../lib/refusal.ts'
import { maySee, needVisible, REMOVED } from './hidden.ts'

const shown = { hidden_at: null, user_id: 1 }
const hidden = { hidden_at: new Date(0), user_id: 1 }
const viewer = (id: number, role_id: Role = Role.Member) => ({ id, role_id }) as NonNullable<Viewer>

test.each<[string, Viewer, boolean]>([
  ['a visitor', null, false],
  ['a member', viewer(2), false],
  ['its author', viewer(1), true],
  ['a moderator', viewer(2, Role.Moderator), true],
  ['an admin', viewer(2, Role.Admin), true]
])('what a moderator hid, %s sees: %j %s', { tags: ['D-148', 'D-149'] }, (_, who, sees) => {
  expect(maySee(hidden, who)).toBe(sees)
  expect(maySee(shown, who)).toBe(true)
  expect(needVisible(shown, who)).toBe(shown)
})

test('what nobody wrote is hidden from visitors too', { tags: 'D-148' }, () => {
  expect(maySee({ ...hidden, user_id: null }, null)).toBe(false)
})

test('a hidden thing is not found by others, and returned to its author', { tags: 'D-148' }, () => {
  expect(needVisible(hidden, viewer(1))).toBe(hidden)
  try {
    needVisible(hidden, viewer(2))
    expect.unreachable()
  } catch (error) {
    expect(error instanceof Refused && error.refusal).toEqual({ kind: 'notFound', message: REMOVED })
  }
})
