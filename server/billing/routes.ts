import type { FastifyInstance } from 'fastify'
import { pricingPage } from '../../domain/billing/api.ts'
import { PLANS, productOf } from '../../domain/billing/plans.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindPage } from '../lib/pages.ts'

export async function billingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPage(app, deps, pricingPage, async () => ({ products: PLANS.map(productOf) }))
}
