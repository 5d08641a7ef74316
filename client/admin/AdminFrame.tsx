import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isAdmin, isModerator } from '../../domain/accounts/user.ts'
import { AskProof } from '../accounts/proof/AskProof.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import classes from '../my/AccountFrame.module.css'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type TabLink, TabLinks } from '../ui/links/TabLinks.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panels } from '../ui/Panels.tsx'

const PLACES: readonly (TabLink & { forModerators?: true })[] = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/people', label: 'People', below: true, forModerators: true },
  { to: '/admin/reports', label: 'Reports', forModerators: true },
  { to: '/admin/content/sessions', label: 'Content', forModerators: true },
  { to: '/admin/approvals', label: 'Approvals' },
  { to: '/admin/invitations', label: 'Invitations' },
  { to: '/admin/money', label: 'Money' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/pushes', label: 'Pushes' },
  { to: '/admin/security', label: 'Security' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/log', label: 'Log' }
]

/** The quiet frame of the admin pages. A moderator sees only the places that moderators need. */
export function AdminFrame({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const user = useUser()
  const { pathname } = useLocation()
  if (!user) return <SignInPrompt actionText="to open the admin pages" />
  if (!isModerator(user)) return <EmptyState text="These pages are for the people who run this hut." />
  const places = PLACES.filter(
    ({ to, forModerators }) => forModerators || (isAdmin(user) && !(to === '/admin/money' && config.is_free))
  ).map(place =>
    // Each list has its own address, and all of them are this place.
    place.label === 'Content' && pathname.startsWith('/admin/content/') ? { ...place, to: pathname } : place
  )
  return (
    <div className={classes.frame}>
      <div className={classes.menu}>
        <TabLinks tabs={places} label="Admin" look="pills" />
      </div>
      <div>
        <PageHeading title={title} note={note} />
        <Panels>{children}</Panels>
      </div>
      <AskProof />
    </div>
  )
}
