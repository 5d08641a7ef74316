import type { FastifyInstance } from 'fastify'
import { aboutPage, imprintPage, privacyPage, termsPage } from '../../domain/legal/pages.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindPage, bindStaticPage } from '../lib/pages/pages.ts'

export async function legalRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { config } = deps
  bindStaticPage(app, deps, aboutPage)
  bindPage(app, deps, termsPage, async () => ({ text: config.hut.terms }))
  bindPage(app, deps, privacyPage, async () => ({ text: config.hut.privacy }))
  bindPage(app, deps, imprintPage, async () => ({ text: config.hut.imprint || refuse({ kind: 'notFound' }) }))
}
