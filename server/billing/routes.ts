import type { FastifyInstance } from 'fastify'
import { pricingPage } from '../../domain/billing/api.ts'
import { PLANS } from '../../domain/billing/plans.ts'
import { bindPage } from '../lib/pages.ts'
import type { House } from '../parts.ts'

export async function billingRoutes(app: FastifyInstance, house: House): Promise<void> {
  bindPage(app, house, pricingPage, async () => ({ products: [...PLANS] }))
}
