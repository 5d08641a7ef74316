import type { FastifyInstance } from 'fastify'
import { aboutPage, privacyPage, termsPage } from '../../domain/legal/pages.ts'
import { bindStaticPage } from '../lib/pages.ts'
import type { House } from '../parts.ts'

export async function legalRoutes(app: FastifyInstance, house: House): Promise<void> {
  for (const page of [aboutPage, termsPage, privacyPage]) bindStaticPage(app, house, page)
}
