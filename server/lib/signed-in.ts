import type { Calendar } from '../../domain/lib/day.ts'

/** The signed-in person, read from the login cookie, with the settings that decide when their days begin. */
export interface SignedIn extends Calendar {
  id: number
  role_id: number
  username: string
  /** When the account was made. */
  registered: Date
  is_unconfirmed: boolean
  is_unapproved: boolean
  /** The display name of a guest; null for everyone else (D-152). */
  guest_name: string | null
  client_uuid: string
  /** The SHA-256 of the token of this login. */
  login: Buffer
  /** When this login began. */
  since: Date
  /** Whether the login began at the provider of single sign-on. */
  is_by_provider: boolean
  /** When the person last proved who they are during this login: by the password, or at the provider (D-31). */
  confirmed: Date | null
  /** Until when the person is suspended, if they are (D-148). */
  suspended_until: Date | null
  suspended_reason: string | null
  /** When this login ends. Using the login renews it, at most once an hour. */
  until: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; null for a visitor. Set by `identify()`. */
    viewer: SignedIn | null
  }
}
