import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/accounts/invitations/api.ts'
import { canInvite } from '../../../domain/accounts/invitations/invitation.ts'
import type { Flag } from '../../../domain/lib/fields.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bindSignedIn } from '../../lib/bind.ts'
import { dateAt } from '../../lib/clock.ts'
import { readId } from '../../lib/id.ts'
import { bindPage, bindPersonalPage } from '../../lib/pages/pages.ts'
import { sliceOf } from '../../lib/paging.ts'
import { needAdmin } from '../rights.ts'
import { findInviter, listInvitations, listInvitationsOf, toWireInvitation } from './invitation-rows.ts'
import { createInvitation, endInvitation } from './invitations.ts'

export async function invitationRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps

  bindPersonalPage(app, deps, api.invitationsPage, async ({ viewer }) => {
    const now = dateAt(clock)
    const rows = await listInvitationsOf(db, viewer.id)
    const can_invite: Flag = canInvite(viewer, config.hut) ? 1 : 0
    return { can_invite, invitations: rows.map(row => toWireInvitation(row, now)) }
  })

  bindPersonalPage(app, deps, api.allInvitationsPage, async ({ viewer, query }) => {
    needAdmin(viewer)
    const now = dateAt(clock)
    const rows = await listInvitations(db, sliceOf(query, config.perPage))
    return { invitations: rows.map(({ invitation, username }) => ({ ...toWireInvitation(invitation, now), username })) }
  })

  bindSignedIn(app, deps, api.createInvitation, async ({ viewer, body, key }) => ({
    invitation: await createInvitation(deps, viewer, body, key)
  }))

  bindSignedIn(app, deps, api.endInvitation, async ({ viewer, params }) => ({
    invitation: await endInvitation(deps, viewer, readId(params.invitation))
  }))

  bindPage(app, deps, api.invitePage, async ({ params }) => ({
    from: config.hut.registration === 'closed' ? null : await findInviter(db, config, params.code, dateAt(clock))
  }))
}
