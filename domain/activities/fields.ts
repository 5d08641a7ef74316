import * as z from 'zod/mini'
import { flag, link, seconds, text, title, whole } from '../lib/fields.ts'
import { plan } from './plan.ts'

export const SET_TITLE = 'Please set the challenge title.'

/** The fields of the form, for activities and sessions alike. The server sanitises rich text (D-119). */
export const draftFields = {
  title: title(255, SET_TITLE),
  content: z._default(text(50_000), ''),
  /** The deepest category chosen. */
  term_id: z._default(z.nullable(z.int('Choose a category.')), null),
  difficulty: z._default(z.nullable(z.literal([3, 4, 6], 'Choose a difficulty.')), null),
  /** null = no limit (D-60). */
  participant_limit: z._default(z.nullable(whole(0, 1_000_000)), null),
  needs_code: z._default(flag, 0),
  /** When it is empty and `needs_code` is 1, the server makes a code. */
  join_code: z._default(z.nullable(text(100)), null),
  donation_link: z._default(link, ''),
  is_manually_started: z._default(flag, 0),
  is_preset: z._default(flag, 0),
  /** 1: no list or search shows it, but anyone with the address can open it (D-159). */
  unlisted: z._default(flag, 0),
  hut_id: z._default(z.nullable(z.int()), null),
  /** Seconds. 0: the length of the plan, or an hour when the plan has no length. */
  duration: z._default(seconds(), 0),
  ...plan.shape
}
