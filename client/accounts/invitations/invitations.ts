/** Actions on my invitations. The caller shows refusals. */

import type { InvitationRow } from '../../../domain/accounts/invitations/api.ts'
import * as api from '../../../domain/accounts/invitations/api.ts'
import type { CallOf } from '../../../domain/lib/endpoint.ts'
import { call } from '../../lib/api.ts'
import { type Making, makeOnce, newMaking } from '../../lib/make-once.ts'
import { changePages } from '../../lib/page-cache.ts'

type Wish = CallOf<typeof api.createInvitation>['body']

/** @param making belongs to one form, so that sending it several times creates one invitation */
export async function createInvitation(wish: Wish, making: { current: Making }): Promise<InvitationRow> {
  const { made } = await makeOnce(wish, making, async (body, key) => {
    return (await call(api.createInvitation, { body, key })).invitation
  })
  making.current = newMaking()
  changePages(api.invitationsPage, page => ({
    ...page,
    invitations: [made, ...page.invitations.filter(({ id }) => id !== made.id)]
  }))
  return made
}

export async function endInvitation(id: number): Promise<void> {
  const { invitation } = await call(api.endInvitation, { params: { invitation: String(id) } })
  const withEnded = <Row extends { id: number }>(rows: readonly Row[]) =>
    rows.map(one => (one.id === id ? { ...one, ...invitation } : one))
  changePages(api.invitationsPage, page => ({ ...page, invitations: withEnded(page.invitations) }))
  changePages(api.allInvitationsPage, page => ({ invitations: withEnded(page.invitations) }))
}
