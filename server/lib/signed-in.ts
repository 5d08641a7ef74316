import type { Calendar } from '../../domain/lib/day.ts'

/** The signed-in person, read from the login cookie, with the settings that decide when their days begin. */
export interface SignedIn extends Calendar {
  id: number
  role_id: number
  username: string
  client_uuid: string
  /** The SHA-256 of the token of this login. */
  login: Buffer
  /** When this login began. */
  since: Date
  /** When the person last entered the password during this login (D-31). */
  confirmed: Date | null
  /** When this login ends. Using the login renews it, at most once an hour. */
  until: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person; null for a visitor. Set by `identify()`. */
    viewer: SignedIn | null
  }
}
