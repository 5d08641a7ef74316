import type { ReactNode } from 'react'
import { TabLinks } from '../ui/TabLinks.tsx'
import classes from './AccountFrame.module.css'

const PLACES = [
  { to: '/account', label: 'My Account' },
  { to: '/account/tokens', label: 'Tokens' },
  { to: '/account/invoices', label: 'Invoices', below: true }
] as const

/** The side menu of the account area (ACC-66); a row above the page on narrow screens. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.menu}>
        <TabLinks tabs={PLACES} label="Account" look="pills" />
      </div>
      <div>{children}</div>
    </div>
  )
}
