/** The pages of the personal area, in the order of the menu (D-133). */
import IconCalendarStats from '@tabler/icons-react/dist/esm/icons/IconCalendarStats.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import type { TabLink } from '../ui/links/TabLinks.tsx'

const ENTRIES = [
  { to: '/my/goals', label: 'Goals', below: true, Icon: IconTarget },
  { to: '/my/logs', label: 'Logs', below: true, Icon: IconHistory },
  { to: '/my/days', label: 'Days', Icon: IconCalendarStats },
  { to: '/my/sessions', label: 'Sessions', Icon: IconHourglass },
  { to: '/my/lists', label: 'Lists', below: true, Icon: IconListDetails },
  { to: '/my/groups', label: 'Groups', Icon: IconTent },
  { to: '/my/notes', label: 'Notes', Icon: IconNotebook }
]

/** On small screens the labels are below the icons, so that the menu fits 320 px (MYS-06, MYS-07). */
export const MENU_ENTRIES: readonly TabLink[] = ENTRIES.map(({ Icon, ...entry }) => ({
  ...entry,
  icon: <Icon size={20} aria-hidden />,
  iconOnSmall: true
}))
