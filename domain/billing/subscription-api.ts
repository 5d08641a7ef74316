/** Beginning, changing, paying and cancelling a subscription. */

import * as z from 'zod/mini'
import { subscription } from '../accounts/user.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError } from '../lib/fields.ts'
import { providerId } from './api.ts'

/** `payment`: the page must confirm the payment of the first period. `setup`: nothing is charged now (D-11). */
const SUBSCRIBE_TYPES = ['payment', 'setup'] as const
export type SubscribeType = (typeof SUBSCRIBE_TYPES)[number]

/** When a smaller plan begins (D-161). A larger one begins at once. */
const CHANGE_TIMES = ['period_end', 'now'] as const
export type ChangeTime = (typeof CHANGE_TIMES)[number]

export const createSubscription = endpoint('POST', '/api/subscriptions/create/:product', {
  summary: 'Begin a subscription, change to another plan, or go on with one that was cancelled',
  body: z.optional(
    z.nullable(
      z.object({
        default_payment_method: z.optional(z.nullable(providerId)),
        when: z._default(z.literal(CHANGE_TIMES, 'Choose period_end or now.'), 'period_end')
      })
    )
  ),
  response: z.object({ type: z.literal(SUBSCRIBE_TYPES), clientSecret: z.nullable(z.string()), subscription }),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'unavailable']
})

const subscribed = z.object({ message: z.string(), subscription, ...noError })

export const confirmSubscription = endpoint('POST', '/api/subscriptions/:subscription/confirm', {
  summary: 'Look whether the first period was paid, after the page has confirmed its payment',
  response: subscribed,
  refusals: ['unauthenticated', 'notFound', 'conflict', 'unavailable']
})

export const payRenewal = endpoint('POST', '/api/subscriptions/:subscription/pay', {
  summary: 'Pay a renewal that was declined, now and by the default card; once it is paid, it changes nothing',
  response: z.object({
    /** The page confirms the payment with it when the bank requires that; null once it is paid. */
    clientSecret: z.nullable(z.string()),
    ...subscribed.shape
  }),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'invalid', 'unavailable']
})

export const cancelSubscription = endpoint('POST', '/api/subscriptions/:subscription/cancel', {
  summary: 'Cancel at the end of the period; again, it changes nothing', // D-12
  whileHeld: true,
  response: subscribed,
  refusals: ['unauthenticated', 'notFound', 'conflict', 'unavailable']
})

/** `cancelSubscription` without an id in the path (BIL-34, D-12). */
export const cancelOwnSubscription = endpoint('POST', '/api/subscriptions/cancel', {
  summary: 'Cancel my subscription, or the one that the query names, at the end of the period',
  whileHeld: true,
  query: z.object({ subscription: z.optional(z.union([z.string(), z.number()])) }),
  response: subscribed,
  refusals: ['unauthenticated', 'notFound', 'conflict', 'unavailable']
})
