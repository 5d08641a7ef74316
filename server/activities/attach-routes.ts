import type { FastifyInstance } from 'fastify'
import {
  acceptProposal,
  attachChallenge,
  declineProposal,
  detachChallenge
} from '../../domain/groups/attachment-api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import * as attach from './attach.ts'

/** The calls that put activities into groups. */
export async function attachRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, attachChallenge, async ({ params, viewer }) => ({
    ...(await attach.attachActivity(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, detachChallenge, async ({ params, viewer }) => ({
    ...(await attach.detachActivity(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, acceptProposal, async ({ params, viewer }) => ({
    ...(await attach.acceptProposal(deps, viewer, params)),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, declineProposal, async ({ params, viewer }) => ({
    ...(await attach.declineProposal(deps, viewer, params)),
    ...NO_ERROR
  }))
}
