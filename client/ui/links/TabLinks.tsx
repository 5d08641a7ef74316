import { VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './TabLinks.module.css'

export interface TabLink {
  to: string
  label: string
  icon?: ReactNode
  /** Shows the icon above the label below 640 px (MYS-06, MYS-07). */
  iconOnSmall?: boolean
  /** Marked as current on addresses below its own too. */
  below?: boolean
  /** Marks it as current, or not, whatever the address says. */
  current?: boolean
  /** The number of new things on that page. */
  news?: number
  /** How many of the new things mention me. */
  named?: number
}

interface Props {
  tabs: readonly TabLink[]
  /** Names the navigation for screen readers. */
  label: string
  look?: 'line' | 'pills'
}

/**
 * Links between the pages of one thing. They are not ARIA tabs, because each has its own address. If they are too wide
 * they scroll sideways, and the link of the current page is in view (D-133).
 */
export const TabLinks = memo(function TabLinks({ tabs, label, look = 'line' }: Props) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address marks another link
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"], [data-current]')
    if (!nav.current || !current) return
    // Not scrollIntoView, which scrolls the page too.
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs} data-look={look}>
      {tabs.map(tab => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={!tab.below}
          aria-current={tab.current === false ? 'false' : 'page'}
          className={classes.tab}
          data-current={tab.current || undefined}
          data-icon-on-small={tab.iconOnSmall || undefined}
        >
          {tab.icon && <span className={classes.icon}>{tab.icon}</span>}
          <span className={classes.label}>{tab.label}</span>
          <News count={tab.news} named={tab.named} />
        </NavLink>
      ))}
    </nav>
  )
})

function News({ count = 0, named = 0 }: { count: number | undefined; named: number | undefined }) {
  const news = newsText(count, named)
  return (
    news && (
      <span className={classes.news}>
        {news.shown}
        <VisuallyHidden>{news.spoken}</VisuallyHidden>
      </span>
    )
  )
}

/** The text of a badge for new messages, or null for none. An @ means that some of them mention me. */
export function newsText(count: number, named = 0): { shown: string; spoken: string } | null {
  if (count === 0) return null
  const shown = `${named > 0 ? '@' : ''}${count > 99 ? '99+' : count}`
  return { shown, spoken: named > 0 ? ' new, you’re mentioned' : ' new' }
}
