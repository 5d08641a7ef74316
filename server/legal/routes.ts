import type { FastifyInstance } from 'fastify'
import { aboutPage, privacyPage, termsPage } from '../../domain/legal/pages.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindStaticPage } from '../lib/pages/pages.ts'

export async function legalRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  for (const page of [aboutPage, termsPage, privacyPage]) bindStaticPage(app, deps, page)
}
