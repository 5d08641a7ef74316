import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { newsText } from './news.ts'
import classes from './TabLinks.module.css'

export interface TabLink {
  to: string
  label: string
  icon?: ReactNode
  /** Shows the icon above the label below 640 px (MYS-06, MYS-07). */
  iconOnSmall?: boolean
  /** Stays marked on the addresses below it. */
  below?: boolean
  /** Marked although the address is that of a page beside its own. */
  current?: boolean
  /** How many new things wait there. */
  news?: number
  /** How many of them name me. */
  named?: number
}

interface Props {
  tabs: readonly TabLink[]
  /** For screen readers, to tell one navigation from another. */
  label: string
  look?: 'line' | 'pills'
}

/**
 * Pages beside each other: links, not ARIA tabs, because each has its own address. When too wide it scrolls
 * sideways, and the page that one is on is in sight (D-133).
 */
export function TabLinks({ tabs, label, look = 'line' }: Props) {
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
}

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
