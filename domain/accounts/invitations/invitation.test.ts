import { expect, test } from 'vitest'
import { Role } from '../user.ts'
import { canInvite, invitationPath, isInvitationOpen, targetOf } from './invitation.ts'

const NEW = { uses: 0, most_uses: 2, expires_at: 1000, ended_at: null }

test.each([
  ['a new invitation', {}, true],
  ['one with a use left', { uses: 1 }, true],
  ['one without a use left', { uses: 2 }, false],
  ['one that someone has ended', { ended_at: 1 }, false],
  ['one at its last moment', { expires_at: 501 }, true],
  ['one at its end', { expires_at: 500 }, false]
])('%s is open: %s', { tags: 'D-146' }, (_, change, open) => {
  expect(isInvitationOpen({ ...NEW, ...change }, 500)).toBe(open)
})

test('members invite if an admin allows it', { tags: 'D-146' }, () => {
  const [member, moderator, admin] = [Role.Member, Role.Moderator, Role.Admin].map(role_id => ({ id: 1, role_id }))
  const may = (members_invite: 0 | 1) =>
    [null, member, moderator, admin].map(viewer => canInvite(viewer ?? null, { members_invite }))
  expect(may(0)).toEqual([false, false, false, true])
  expect(may(1)).toEqual([false, true, true, true])
})

test.each([
  ['/group/runners', '/group/runners'],
  ['https://hut.example.org/group/runners', '/group/runners'],
  ['https://hut.example.org/sessions/one?invite=old', '/sessions/one'],
  ['/activities/a/events/b', '/activities/a/events/b'],
  ['https://evil.example/group/runners', null],
  ['//evil.example/group/runners', null],
  ['/group/runners/sessions', null],
  ['/account', null],
  ['', null]
])('the address %j leads to %j', { tags: 'D-146' }, (address, path) => {
  expect(targetOf(address, 'https://hut.example.org')).toBe(path)
})

test('a link has a page of its own, or is the link of a group or a session', { tags: 'D-146' }, () => {
  expect(invitationPath({ code: 'abc', target: null })).toBe('/invite/abc')
  expect(invitationPath({ code: 'abc', target: '/group/runners' })).toBe('/group/runners?invite=abc')
})
