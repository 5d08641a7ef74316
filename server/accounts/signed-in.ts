/** Who asks, by the login cookie. */
export interface SignedIn {
  id: number
  role_id: number
  username: string
  client_uuid: string
  /** When this login began. */
  since: Date
  /** When it ends, unless it is used before. */
  until: Date
}
