import { Button } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link, useLocation, useSearchParams } from 'react-router'
import { config } from '../lib/embedded.ts'
import classes from './Pager.module.css'

/** The rows that a page of a list shows. The server sends one row more if there is a next page (D-22). */
export function pageOf<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, config.per_page)
}

/** Links to the previous and next page by `page` in the address (API-07, API-08). Absent if all rows fit on one page. */
export function Pager({ rows }: { rows: readonly unknown[] }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const page = pageNumber(search)
  const hasNext = rows.length > config.per_page
  if (page === 1 && !hasNext) return null

  const to = (number: number): string => {
    const next = new URLSearchParams(search)
    if (number === 1) next.delete('page')
    else next.set('page', String(number))
    const text = next.toString()
    return pathname + (text ? `?${text}` : '')
  }
  return (
    <nav aria-label="Pages" className={classes.pager}>
      {page > 1 && (
        <Button
          component={Link}
          to={to(page - 1)}
          rel="prev"
          variant="default"
          leftSection={<IconChevronLeft size={18} aria-hidden />}
        >
          Previous
        </Button>
      )}
      <span>Page {page}</span>
      {hasNext && (
        <Button
          component={Link}
          to={to(page + 1)}
          rel="next"
          variant="default"
          rightSection={<IconChevronRight size={18} aria-hidden />}
        >
          Next
        </Button>
      )}
    </nav>
  )
}

/** The number of the page in the address. Anything that is not at least 1 means 1. */
export function pageNumber(search: URLSearchParams): number {
  const number = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(number) && number >= 1 ? number : 1
}
