import type { ReactNode } from 'react'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { Panels } from '../ui/Panels.tsx'
import classes from './AccountFrame.module.css'
import { PersonSwitcher } from './PersonSwitcher.tsx'

const places = () => [
  { to: '/account', label: 'My Account' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/reminders', label: 'Reminders' },
  ...(config.is_free
    ? []
    : [
        { to: '/account/tokens', label: 'Tokens' },
        { to: '/account/invoices', label: 'Invoices', below: true }
      ])
]

/**
 * The side menu of the account area. It also shows as which person the user writes (ACC-66, D-36). On narrow screens
 * it is a row above the page.
 */
export function AccountFrame({ children }: { children: ReactNode }) {
  const user = useUser()
  return (
    <div className={classes.frame}>
      <div className={classes.menu}>
        <TabLinks tabs={places()} label="Account" look="pills" />
        {user && (
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
