import { VisuallyHidden } from '@mantine/core'
import classes from './list.module.css'
import { useListFilters } from './list-filters.ts'

interface Props {
  count: number
  noun: 'session' | 'activity' | 'group'
}

const PLURALS = { session: 'sessions', activity: 'activities', group: 'groups' }

/**
 * The number of rows, beside the list's title. A screen reader announces it after a search or a change of filters.
 */
export function FoundCount({ count, noun }: Props) {
  const { q, category, difficulty, templates, isLoading } = useListFilters()
  // The server stops counting at 100.
  const text = count >= 100 ? '100 and more' : String(count)
  const found = `${count === 0 ? 'No' : text} ${count === 1 ? noun : PLURALS[noun]} found`
  const isNarrowed = q !== '' || category !== '' || difficulty !== '' || templates
  return (
    <>
      {count > 0 && <span className={classes.count}>{text}</span>}
      {/* Includes the search, so that a second search with the same count is announced too. */}
      <VisuallyHidden role="status">{isNarrowed && !isLoading && (q ? `${found} for “${q}”` : found)}</VisuallyHidden>
    </>
  )
}
