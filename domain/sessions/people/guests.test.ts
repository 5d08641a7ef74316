import { describe, expect, test } from 'vitest'
import { GUESTS_LISTEN, guestChatCheck, guestCheck, guestJoinCheck, NO_GUESTS, takesGuests } from './guests.ts'

const HUT = { registration: 'open', members_only: 0, guests: 'open' } as const
const LISTED = { guests: null, unlisted: false, needs_code: false }
const MEMBER = { guest_name: null }
const TESS = { guest_name: 'Tess' }

describe('a session takes guests', () => {
  test.each([
    ['if only its link opens it', { ...LISTED, unlisted: true }, true],
    ['if it needs a code', { ...LISTED, needs_code: true }, true],
    ['but not if it is listed', LISTED, false],
    ['if it is listed, and the host lets them in', { ...LISTED, guests: true }, true],
    ['unless the host keeps them out', { ...LISTED, unlisted: true, guests: false }, false]
  ])('%s', { tags: 'D-152' }, (_, session, takes) => {
    expect(takesGuests(session, HUT)).toBe(takes)
    expect(takesGuests(session, { ...HUT, guests: 'never' })).toBe(false)
    expect(guestCheck(session, HUT, TESS)).toEqual(takes ? null : { kind: 'forbidden', message: NO_GUESTS })
    expect(guestCheck(session, HUT, MEMBER)).toBeNull()
  })
})

test('a guest with the name of someone there does not join, and members may have any name', { tags: 'D-152' }, () => {
  const open = { ...LISTED, unlisted: true }
  expect(guestJoinCheck(open, HUT, TESS, ['ada'])).toBeNull()
  expect(guestJoinCheck(open, HUT, TESS, ['TESS'])).toMatchObject({
    kind: 'invalid',
    fields: { name: expect.any(String) }
  })
  expect(guestJoinCheck(LISTED, HUT, TESS, ['TESS'])).toMatchObject({ kind: 'forbidden' })
  expect(guestJoinCheck(LISTED, HUT, MEMBER, ['TESS'])).toBeNull()
})

test('guests chat where the host lets them', { tags: 'D-152' }, () => {
  const refusal = { kind: 'forbidden', message: GUESTS_LISTEN }
  expect(guestChatCheck({ guests_chat: false }, TESS)).toEqual(refusal)
  expect([guestChatCheck({ guests_chat: true }, TESS), guestChatCheck({ guests_chat: false }, MEMBER)]).toEqual([
    null,
    null
  ])
})
