/** The pages of the personal area; a page appears in the menu once it has its line here (D-133). */
import IconCalendarStats from '@tabler/icons-react/dist/esm/icons/IconCalendarStats.mjs'
import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import type { TabLink } from '../ui/TabLinks.tsx'

/** Days, Groups and Notes are icons on small screens, so that all of it fits 320 px (MYS-06, MYS-07). */
export const PLACES: readonly TabLink[] = [
  { to: '/my/goals', label: 'Goals', below: true },
  { to: '/my/logs', label: 'Logs', below: true },
  { to: '/my/days', label: 'Days', icon: <IconCalendarStats size={20} aria-hidden />, iconOnSmall: true },
  { to: '/my/sessions', label: 'Sessions' },
  { to: '/my/lists', label: 'Lists', below: true },
  { to: '/my/groups', label: 'Groups', icon: <IconTent size={20} aria-hidden />, iconOnSmall: true },
  { to: '/my/notes', label: 'Notes', icon: <IconNotebook size={20} aria-hidden />, iconOnSmall: true }
]
