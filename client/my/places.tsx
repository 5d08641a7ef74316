/** The pages of the personal area; a page appears in the menu once it has its line here (D-45). */
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import type { TabLink } from '../ui/TabLinks.tsx'

interface Place extends TabLink {
  /** Lists and Groups are in the pill menu alone. */
  inHeading: boolean
}

// Notes brings an `icon` and `iconOnSmall: true` as Groups does (MYS-06, MYS-07).
export const PLACES: readonly Place[] = [
  { to: '/my/goals', label: 'Goals', below: true, inHeading: true },
  { to: '/my/logs', label: 'Logs', inHeading: true },
  { to: '/my/sessions', label: 'Sessions', inHeading: true },
  { to: '/my/lists', label: 'Lists', below: true, inHeading: false },
  { to: '/my/groups', label: 'Groups', icon: <IconTent size={20} aria-hidden />, iconOnSmall: true, inHeading: false }
]
