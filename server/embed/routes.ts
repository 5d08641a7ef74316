/**
 * Frames for other sites: `/embed/sessions/…` and `/embed/activities/…` show the clock and the plan as a visitor sees
 * them. They set and read no cookies, and are the only pages that other sites may frame.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused, refuse } from '../../domain/lib/refusal.ts'
import { getActivity } from '../activities/activity-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { refusalResponse } from '../lib/http/errors.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { getSession } from '../sessions/session-rows.ts'
import { embedPage, embedPolicy, noEmbedPage } from './embed-page.ts'

const HIDDEN = { schema: { hide: true } as object }
const MEMBERS_ONLY = 'This hut is for members only.'

type Named = { Params: { slug: string } }

export async function embedRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { config } = deps
  // Vite serves the source in development.
  const script = deps.assets === null ? '/embed/embed.ts' : '/embed/embed.js'

  async function send(
    reply: FastifyReply,
    find: () => Promise<Parameters<typeof embedPage>[0]>
  ): Promise<FastifyReply> {
    void reply
      .removeHeader('x-frame-options')
      .headers({ 'content-security-policy': embedPolicy(config), 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/html; charset=utf-8')
    try {
      if (config.hut.members_only === 1) refuse({ kind: 'notFound', message: MEMBERS_ONLY })
      return reply.send(embedPage(await find(), config, script))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, body } = refusalResponse(error.refusal)
      return reply.status(status).send(noEmbedPage(config, body.message))
    }
  }

  // A hut for members only tells so in the frame.
  app.get<Named>('/embed/sessions/:slug', { ...HIDDEN, ...OPEN }, ({ params }, reply) =>
    send(reply, async () => {
      const { slug, title } = (await getSession(deps, params.slug)).session
      return { kind: 'session', slug, title }
    })
  )
  app.get<Named>('/embed/activities/:slug', { ...HIDDEN, ...OPEN }, ({ params }, reply) =>
    send(reply, async () => {
      const { slug, title } = await getActivity(deps, params.slug, null)
      return { kind: 'activity', slug, title }
    })
  )
}
