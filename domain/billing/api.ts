/** The plans and what each of them gives (BIL-19, BIL-38). */
import * as z from 'zod/mini'
import { PLAN_KEYS } from '../accounts/user.ts'
import { page } from '../lib/page.ts'

const product = z.object({
  id: z.int(),
  key: z.nullable(z.literal(PLAN_KEYS)),
  title: z.string(),
  content: z.string(),
  /** Dollars. */
  price: z.number(),
  monthly_tokens: z.nullable(z.int())
})

export const pricingPage = page({
  path: '/pricing',
  data: z.object({ products: z.array(product) }),
  head: () => ({ title: 'Pricing', description: 'What the plans cost, and how many tokens come with each of them.' })
})
