import { Link } from 'react-router'
import classes from './Crumbs.module.css'

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
