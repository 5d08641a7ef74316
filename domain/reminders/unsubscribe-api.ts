/** Stopping mails by a link in one of them. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { requiredText } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { STOPPABLE } from './kinds.ts'

export const UNSUBSCRIBE_ENDED = 'This link doesn’t work. You can turn these emails off in your account.'

/** Needs no login: the link in the mail identifies the person. */
export const unsubscribe = endpoint('POST', '/api/reminders/unsubscribe', {
  summary: 'Send no more mails of this kind, by the token of the link of one',
  isOpen: true,
  query: z.object({ token: requiredText(UNSUBSCRIBE_ENDED).check(z.maxLength(200, UNSUBSCRIBE_ENDED)) }),
  response: z.object({ kind: z.literal(STOPPABLE) })
})

/** `?token=…` */
export const unsubscribePage = page('/reminders/unsubscribe', {
  data: z.object({}),
  isOpen: true,
  head: () => ({ title: 'Stop these emails', description: 'For anyone with a link from an email.' })
})
