import type { Calendar } from '../../domain/days/day.ts'

/** Who asks, by the login cookie, and how their days are counted. */
export interface SignedIn extends Calendar {
  id: number
  role_id: number
  username: string
  client_uuid: string
  /** The SHA-256 of the token of this login. */
  login: Buffer
  /** When this login began. */
  since: Date
  /** When the password was last given in it (D-31). */
  confirmed: Date | null
  /** When it ends, unless it is used before. */
  until: Date
}
