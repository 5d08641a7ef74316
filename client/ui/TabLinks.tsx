import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import classes from './TabLinks.module.css'

export interface TabLink {
  to: string
  label: string
  icon?: ReactNode
  /** Shows the icon alone below 640 px (MYS-06, MYS-07). */
  iconOnSmall?: boolean
  /** Stays marked on the addresses below it. */
  below?: boolean
  /** Marked although the address is that of a page beside its own. */
  current?: boolean
  /** How many new things wait there. */
  news?: number
}

interface Props {
  tabs: readonly TabLink[]
  /** For screen readers, to tell one navigation from another. */
  label: string
  look?: 'line' | 'pills'
}

/** Pages beside each other: links, not ARIA tabs, because each has its own address. Scrolls sideways when too wide. */
export function TabLinks({ tabs, label, look = 'line' }: Props) {
  return (
    <nav aria-label={label} className={classes.tabs} data-look={look}>
      {tabs.map(tab => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={!tab.below}
          className={classes.tab}
          data-current={tab.current || undefined}
          data-icon-on-small={tab.iconOnSmall || undefined}
        >
          {tab.icon && <span className={classes.icon}>{tab.icon}</span>}
          <span className={classes.label}>{tab.label}</span>
          {!!tab.news && (
            <span className={classes.news}>
              {tab.news > 99 ? '99+' : tab.news}
              <VisuallyHidden> new</VisuallyHidden>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
