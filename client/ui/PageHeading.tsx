import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type TabLink, TabLinks } from './links/TabLinks.tsx'
import classes from './PageHeading.module.css'

interface Props {
  title: ReactNode
  crumbs?: readonly Crumb[]
  /** A picture beside the title, such as the person that the page is about. */
  picture?: ReactNode
  /** A line below the title. */
  note?: ReactNode
  /** Links that look like tabs, each with its own address. */
  tabs?: readonly TabLink[]
  /** Buttons beside the title. */
  actions?: ReactNode
}

/** The only h1 of a page, with its breadcrumbs, buttons and tabs. */
export function PageHeading({ title, crumbs, picture, note, tabs, actions }: Props) {
  return (
    <div className={classes.heading}>
      {crumbs && <Crumbs crumbs={crumbs} />}
      <div className={classes.row}>
        {picture}
        <div className={classes.title}>
          <Title order={1} data-long={(typeof title === 'string' && title.length > 60) || undefined}>
            {title}
          </Title>
          {note}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {tabs && <TabLinks tabs={tabs} label="Parts of this page" />}
    </div>
  )
}

export interface Crumb {
  title: string
  /** Left out for the current page. */
  to?: string
}

/** The crumbs in a page's data. The last one is the current page, without a link. */
export function crumbsOf(breadcrumbs: readonly { title: string; path: string }[]): Crumb[] {
  return breadcrumbs.map(({ title, path }, index) =>
    index === breadcrumbs.length - 1 ? { title } : { title, to: path }
  )
}

/** "Home > My Goals" above a heading. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={classes.crumbs}>
      <ol>
        {crumbs.map(({ title, to }) => (
          <li key={to ?? 'here'}>{to ? <Link to={to}>{title}</Link> : <span aria-current="page">{title}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
