import { useStore } from '@nanostores/react'
import IconCalendarStats from '@tabler/icons-react/dist/esm/icons/IconCalendarStats.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import type { ReactNode } from 'react'
import { VisitorWarning } from '../accounts/VisitorWarning.tsx'
import { goalTips } from '../tour/messages.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { type TabLink, TabLinks } from '../ui/links/TabLinks.tsx'
import { late } from '../ui/loading/late.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

const GoalTips = late(async () => (await import('../tour/GoalTips.tsx')).GoalTips)

/** The top of the personal lists: the pill menu and the heading (MYS-01..MYS-07, D-133). */
export function MyHeading({ title, actions }: { title: string; actions?: ReactNode }) {
  return (
    <>
      <MyMenu />
      <PageHeading title={title} actions={actions && <ErrorBoundary>{actions}</ErrorBoundary>} />
      <ErrorBoundary>{useStore(goalTips).length > 0 && <GoalTips />}</ErrorBoundary>
    </>
  )
}

/** The pill menu of every /my page, and the warning to visitors (MYS-01, MYS-11). */
export function MyMenu() {
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <VisitorWarning on="my" />
      <TabLinks tabs={MENU_ENTRIES} label="My pages" look="pills" />
    </div>
  )
}

/** The pages of the personal area, in the order of the menu (D-133). */
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
const MENU_ENTRIES: readonly TabLink[] = ENTRIES.map(({ Icon, ...entry }) => ({
  ...entry,
  icon: <Icon size={20} aria-hidden />,
  iconOnSmall: true
}))
