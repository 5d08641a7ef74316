/** The pages of the personal area; a page appears in the menu once it has its line here (D-45). */
import type { TabLink } from '../ui/TabLinks.tsx'

interface Place extends TabLink {
  /** Lists and Groups are in the pill menu alone. */
  inHeading: boolean
}

// Groups and Notes bring an `icon` and `iconOnSmall: true` (MYS-06, MYS-07).
export const PLACES: readonly Place[] = [
  { to: '/my/goals', label: 'Goals', below: true, inHeading: true },
  { to: '/my/logs', label: 'Logs', inHeading: true },
  { to: '/my/lists', label: 'Lists', below: true, inHeading: false }
]
