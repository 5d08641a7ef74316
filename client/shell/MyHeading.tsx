import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs'
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import type { ReactNode } from 'react'
import { useVisitorWarning } from '../accounts/visitor-warning.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { TabLinks } from '../ui/TabLinks.tsx'

const GOALS = { to: '/my/goals', label: 'Goals' }
const LOGS = { to: '/my/logs', label: 'Logs' }
const SESSIONS = { to: '/my/sessions', label: 'Sessions' }
const LISTS = { to: '/my/lists', label: 'Lists' }
const GROUPS = { to: '/my/groups', label: 'Groups', icon: <IconUsersGroup size={20} aria-hidden />, iconOnSmall: true }
const NOTES = { to: '/my/notes', label: 'Notes', icon: <IconNotes size={20} aria-hidden />, iconOnSmall: true }

const PILLS = [GOALS, LOGS, SESSIONS, LISTS, GROUPS, NOTES]
const TABS = [GOALS, LOGS, SESSIONS, NOTES]

/** Above every page of /my: the pill menu to all six, the heading with the four tabs (MYS-01..MYS-07, D-45). */
export function MyHeading({ title, actions }: { title: string; actions?: ReactNode }) {
  useVisitorWarning()
  return (
    <>
      <div style={{ marginBottom: '0.75rem' }}>
        <TabLinks tabs={PILLS} label="My pages" look="pills" />
      </div>
      <PageHeading title={title} tabs={TABS} actions={actions} />
    </>
  )
}
