/**
 * The settings of a hut that an admin changes in the browser. An environment variable wins over them (`fixed`), and a
 * setting that was never changed has its default.
 */
import * as z from 'zod/mini'
import { timeZone } from '../lib/day-fields.ts'
import { flag, text, whole } from '../lib/fields.ts'
import { isLink } from '../lib/links.ts'
import { accentFault } from './accent.ts'

/** Who can register (D-146). */
export const REGISTRATION_MODES = ['open', 'invite', 'approve', 'closed'] as const

/** When a hut has guests. `open` means while registration is open. */
const GUEST_MODES = ['open', 'always', 'never'] as const

/** Who may create something: everyone with an account, or admins and moderators. */
const CREATORS = ['everyone', 'staff'] as const

/** The longest text of a legal page, in characters of HTML. */
const LONGEST_PAGE = 200_000

/** The settings that are legal pages: HTML, or a link to a page elsewhere; empty for the built-in text. */
export const LEGAL = ['imprint', 'terms', 'privacy'] as const

const EMAIL = /^[^\s@]+@[^\s@]+$/
const DOMAIN = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/
const COLOUR = /^#[0-9a-f]{6}$/

const creators = z.literal(CREATORS, 'Choose everyone or staff.')
const legalText = text(LONGEST_PAGE)

export const hutSettings = z.object({
  name: z
    .string('Enter a name.')
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'Use at most 60 characters.')),
  /** The address of an uploaded picture; null for the product's own. */
  logo: z.nullable(text(500).check(z.regex(/^\/uploads\/[\w./-]+$/, 'Upload a picture.'))),
  /** `#rrggbb`; null for the colour of the theme. */
  accent: z.nullable(
    z.string('Choose a colour.').check(
      z.toLowerCase(),
      z.regex(COLOUR, 'Enter a colour such as #1d5f8a.'),
      z.refine(value => !COLOUR.test(value) || accentFault(value) === null, {
        error: ({ input }) => accentFault(String(input)) ?? 'Choose another colour.'
      })
    )
  ),
  /** An email address or a link; null without one. */
  contact: z.nullable(
    text(200).check(z.refine(value => EMAIL.test(value) || isLink(value), 'Enter an email address or a link.'))
  ),
  imprint: legalText,
  terms: legalText,
  privacy: legalText,
  /** Of backups, and of mails to people whose zone is unknown. */
  time_zone: timeZone,
  registration: z.literal(REGISTRATION_MODES, 'Choose open, invite, approve or closed.'),
  /** Domains of emails that can register; empty for all. */
  allowed_domains: z
    .array(z.string().check(z.trim(), z.toLowerCase(), z.regex(DOMAIN, 'Enter a domain such as example.org.')))
    .check(z.maxLength(100, 'Use at most 100 domains.')),
  /** Whether people can join sessions as guests: while anyone can register, always or never (D-146, D-152). */
  guests: z.literal(GUEST_MODES, 'Choose open, always or never.'),
  /** Whether members may invite, not only admins. */
  members_invite: flag,
  /** Whether only members can read pages (D-146). */
  members_only: flag,
  create_sessions: creators,
  create_groups: creators,
  create_activities: creators,
  create_pages: creators,
  /** `off` makes everything free (D-147). `on` uses the provider that the operator has set. */
  payments: z.literal(['on', 'off'], 'Choose on or off.'),
  /** How many accounts can redeem free tokens within 24 hours. */
  redeem_limit: whole(0, 999_999),
  /** A line on top of every page; empty for none. */
  announcement: text(300),
  /** How many people must report something before it is hidden (D-148). */
  hide_after: whole(1, 100),
  /** Whether an admin needs a passkey to sign in. */
  admin_passkeys: flag
})
export type HutSettings = z.output<typeof hutSettings>

const DEFAULT_SETTINGS: HutSettings = {
  name: 'Challenge Hut',
  logo: null,
  accent: null,
  contact: null,
  imprint: '',
  terms: '',
  privacy: '',
  time_zone: 'UTC',
  registration: 'open',
  allowed_domains: [],
  guests: 'open',
  members_invite: 0,
  members_only: 0,
  create_sessions: 'everyone',
  create_groups: 'everyone',
  create_activities: 'everyone',
  create_pages: 'everyone',
  payments: 'on',
  redeem_limit: 50,
  announcement: '',
  hide_after: 3,
  admin_passkeys: 0
}

/** The settings in force: the environment's, then the admins', then the defaults. */
export function settingsInForce(chosen: Partial<HutSettings>, fixed: Partial<HutSettings>): HutSettings {
  return { ...DEFAULT_SETTINGS, ...chosen, ...fixed }
}
