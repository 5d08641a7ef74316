import { Link } from 'react-router'
import classes from './Crumbs.module.css'

export interface Crumb {
  title: string
  /** Left out for the current page. */
  to?: string
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
