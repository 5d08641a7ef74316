import type { ReactNode } from 'react'
import { isAdmin, type User } from '../../domain/accounts/user.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { Panels } from '../ui/Panels.tsx'
import classes from './AccountFrame.module.css'
import { PersonSwitcher } from './PersonSwitcher.tsx'

const places = (user: User | null) => [
  { to: '/account', label: 'My Account' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/reminders', label: 'Reminders' },
  { to: '/account/programs', label: 'Connections' },
  ...(isAdmin(user) || config.members_invite ? [{ to: '/account/invitations', label: 'Invitations' }] : []),
  ...(config.is_free
    ? []
    : [
        { to: '/account/tokens', label: 'Tokens' },
        { to: '/account/invoices', label: 'Invoices', below: true }
      ])
]

/**
 * The side menu of the account area. It also shows as which person the user writes (ACC-66, D-36). On narrow screens
 * it is a row above the page. Guests have a single page.
 */
export function AccountFrame({ children }: { children: ReactNode }) {
  const user = useUser()
  const isGuest = user !== null && user.guest_name !== null
  return (
    <div className={classes.frame}>
      <div className={classes.menu}>
        {!isGuest && <TabLinks tabs={places(user)} label="Account" look="pills" />}
        {user && !isGuest && (
          <div className={classes.persons}>
            <PersonSwitcher />
          </div>
        )}
      </div>
      <div>
        <Panels>{children}</Panels>
      </div>
    </div>
  )
}
