/** Webhooks: the hut sends what happens to an address of the person's choice. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, sentBody, title } from '../lib/fields.ts'
import { EVENT_NAMES, FORMAT_NAMES } from './events.ts'

/** How many webhooks a person has at most, with those of their groups. */
export const MOST_WEBHOOKS = 10
export const TOO_MANY_WEBHOOKS = `You have ${MOST_WEBHOOKS} webhooks. Delete one first.`
/** How many deliveries a list has at most. They are kept for 30 days. */
export const MOST_DELIVERIES = 50

const ADDRESS = 'Enter an address that begins with https://.'
const CHOOSE = 'Choose at least one event.'

export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  format: z.enum(FORMAT_NAMES),
  events: z.array(z.enum(EVENT_NAMES)),
  /** The group that it is about; null for what concerns the person. */
  group: z.nullable(z.object({ id: z.int(), title: z.string() })),
  created_at: responseDate,
  /** When it was switched off, because it failed for a day or its person signed out everywhere; null while it is on. */
  off_at: z.nullable(responseDate)
})
export type Webhook = z.output<typeof webhook>

const delivery = z.object({
  id: z.int(),
  event: z.enum(EVENT_NAMES),
  created_at: responseDate,
  /** `waiting`, also for another try; `sent`; or `failed` for good. */
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** The last response of the address: its status, or why there was none. Null before the first try. */
  answer: z.nullable(z.string())
})
export type Delivery = z.output<typeof delivery>

export const getWebhooks = endpoint('GET', '/api/account/webhooks', {
  summary: 'My webhooks, and the groups that I can make some for',
  response: z.object({
    webhooks: z.array(webhook),
    groups: z.array(z.object({ id: z.int(), title: z.string() })),
    ...noError
  }),
  refusals: ['unauthenticated']
})

const withSecret = z.object({
  webhook,
  /** Signs what is sent. No other call shows it again. */
  secret: z.string(),
  ...noError
})

export const createWebhook = endpoint('POST', '/api/account/webhooks', {
  summary: 'Send events to an address; needs a proof of the last 15 minutes',
  body: sentBody({
    url: title(2000, ADDRESS).check(
      z.refine(value => /^https:\/\/[^\s/]/i.test(value) && URL.canParse(value), ADDRESS)
    ),
    format: z._default(z.enum(FORMAT_NAMES, 'Choose a format.'), 'standard'),
    events: z.array(z.enum(EVENT_NAMES, CHOOSE), CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(20, CHOOSE)),
    /** A group of mine; without it, the events are those that concern me. */
    group_id: z.optional(z.nullable(z.int('Give the id of a group.')))
  }),
  response: withSecret,
  refusals: ['unauthenticated', 'forbidden', 'proofNeeded', 'conflict']
})

export const deleteWebhook = endpoint('DELETE', '/api/account/webhooks/:webhook', {
  summary: 'Delete a webhook with its deliveries',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

export const rotateWebhook = endpoint('POST', '/api/account/webhooks/:webhook/rotate', {
  summary: 'Make a new secret; the old one signs too for a day. Needs a proof of the last 15 minutes',
  body: sentBody({}),
  response: withSecret,
  refusals: ['unauthenticated', 'forbidden', 'proofNeeded', 'notFound']
})

export const switchWebhookOn = endpoint('POST', '/api/account/webhooks/:webhook/on', {
  summary: 'Switch a webhook on again; needs a proof of the last 15 minutes',
  body: sentBody({}),
  response: z.object({ webhook, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'proofNeeded', 'notFound']
})

export const getDeliveries = endpoint('GET', '/api/account/webhooks/:webhook/deliveries', {
  summary: 'What a webhook has sent in the last 30 days, the newest first',
  response: z.object({ deliveries: z.array(delivery), ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

export const sendAgain = endpoint('POST', '/api/account/webhooks/:webhook/deliveries/:delivery/again', {
  summary: 'Send a delivery again, with the same id',
  body: sentBody({}),
  response: z.object({ delivery, ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
