/**
 * The JSON that the server embeds in every page: its data, the app's settings and the signed-in user (API-17..API-21).
 */
import * as z from 'zod/mini'
import { user } from './accounts/user.ts'
import { CREATED } from './lib/endpoint.ts'
import { REGISTRATION_MODES } from './settings/settings.ts'

export const appConfig = z.object({
  app_name: z.string(),
  app_version: z.string(),
  /** Empty when the operator has not set it. */
  app_url: z.string(),
  /** Rows of a list's page (D-22). */
  per_page: z.int(),
  /** Payments are off: every use is free, and nothing is for sale (D-147). */
  is_free: z.boolean(),
  /** Where people ask about prices and payments: an e-mail address or a page. */
  contact: z.nullable(z.string()),
  /** Where the source of this version is; null when the operator has not set it. */
  source_url: z.nullable(z.string()),
  /** The address of the hut's own logo; null for the product's. */
  logo: z.nullable(z.string()),
  /** The accent colour as `#rrggbb`; null for the theme's. */
  accent: z.nullable(z.string()),
  /** A line on top of every page; empty for none. */
  announcement: z.string(),
  has_imprint: z.boolean(),
  /** Whether the hut has a mail server. */
  sends_mail: z.boolean(),
  /** Who can register (D-146). */
  registration: z.literal(REGISTRATION_MODES),
  /** The provider of single sign-on, and whether there are no passwords; null without one. */
  single_sign_on: z.nullable(z.object({ name: z.string(), is_only: z.boolean() })),
  /** Whether members may invite, not only admins. */
  members_invite: z.boolean(),
  /** Whether only members can read pages. */
  members_only: z.boolean(),
  /** What only admins and moderators may create. */
  staff_only: z.array(z.literal(CREATED)),
  /** Path or URL of the realtime socket. */
  socket_url: z.string(),
  csrf_token: z.string(),
  /** The server's time in ms when the page was made: the first estimate of its clock. */
  server_time: z.number()
})
export type AppConfig = z.output<typeof appConfig>

/** The JSON in `<script type="application/json" id="embedded">`. */
export const embedded = z.object({
  user: z.nullable(user),
  config: appConfig,
  /** The path and query that `serverData` belongs to. */
  path: z.string(),
  /** null with status 404 or 500: the page shows its error screen. */
  serverData: z.nullable(z.record(z.string(), z.unknown())),
  status: z.int(),
  /** Why the page was refused, if a moderator removed it (D-148). */
  refusal: z.optional(z.string()),
  /** The server's time in ms at which the HTML of the page was rendered; null when the browser renders the page. */
  rendered_at: z.nullable(z.number())
})
export type Embedded = z.output<typeof embedded>

/** Renders a page's HTML for a visitor. The client implements it (client/render-page.tsx); the server calls it. */
export type RenderPage = (embedded: Embedded) => Promise<string>
