import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type ReactNode, useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { isAdmin, isModerator, type User } from '../../domain/accounts/user.ts'
import { AskProof } from '../accounts/proof/AskProof.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panels } from '../ui/Panels.tsx'
import classes from './AdminFrame.module.css'

interface Place {
  to: string
  label: string
  /** It is current on each address that begins with this. */
  under?: string
  forModerators?: true
}

const PLACES: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: 'The hut',
    places: [
      { to: '/admin', label: 'Overview' },
      { to: '/admin/settings', label: 'Settings' }
    ]
  },
  {
    title: 'People',
    places: [
      { to: '/admin/people', label: 'People', under: '/admin/people', forModerators: true },
      { to: '/admin/approvals', label: 'Approvals' },
      { to: '/admin/invitations', label: 'Invitations' }
    ]
  },
  {
    title: 'What they publish',
    places: [
      { to: '/admin/reports', label: 'Reports', forModerators: true },
      { to: '/admin/content/sessions', label: 'Content', under: '/admin/content/', forModerators: true }
    ]
  },
  {
    title: 'Sending and money',
    places: [
      { to: '/admin/mail', label: 'Mail' },
      { to: '/admin/pushes', label: 'Pushes' },
      { to: '/admin/money', label: 'Money' }
    ]
  },
  {
    title: 'Records',
    places: [
      { to: '/admin/security', label: 'Security' },
      { to: '/admin/log', label: 'Log' }
    ]
  }
]

const mayOpen = (user: User, { to, forModerators }: Place): boolean =>
  forModerators === true || (isAdmin(user) && !(to === '/admin/money' && config.is_free))

/** The quiet frame of the admin pages. A moderator sees only the places that moderators need. */
export function AdminFrame({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const user = useUser()
  if (!user) return <SignInPrompt actionText="to open the admin pages" />
  if (!isModerator(user)) return <EmptyState text="These pages are for the people who run this hut." />
  return (
    <div className={classes.frame}>
      <Menu user={user} />
      <div>
        <PageHeading title={title} note={note} />
        <Panels>{children}</Panels>
      </div>
      <AskProof />
    </div>
  )
}

/** All places in groups: beside the page, and on a phone behind a button that names the current one. */
function Menu({ user }: { user: User }) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const groups = PLACES.map(group => ({ ...group, places: group.places.filter(place => mayOpen(user, place)) }))
  const isCurrent = ({ to, under }: Place) => pathname === to || (under !== undefined && pathname.startsWith(under))
  const current = groups.flatMap(({ places }) => places).find(isCurrent)
  return (
    <nav aria-label="Admin" className={classes.menu}>
      <Button
        variant="default"
        justify="space-between"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<IconChevronDown size={20} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Admin: {current?.label ?? 'all pages'}
      </Button>
      <div id={id} className={classes.groups} data-open={isOpen || undefined}>
        {groups.map(
          ({ title, places }) =>
            places.length > 0 && (
              <div key={title}>
                <p className={classes.title}>{title}</p>
                <ul>
                  {places.map(place => (
                    <li key={place.to}>
                      <NavLink
                        to={place.to}
                        end={place.under === undefined}
                        className={classes.place}
                        aria-current={isCurrent(place) ? 'page' : 'false'}
                        data-current={isCurrent(place) || undefined}
                      >
                        {place.label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </div>
            )
        )}
      </div>
    </nav>
  )
}
