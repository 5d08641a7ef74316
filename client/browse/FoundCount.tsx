import { VisuallyHidden } from '@mantine/core'
import classes from './list.module.css'
import { useListFilters } from './list-filters.ts'

interface Props {
  count: number
  noun: 'session' | 'activity' | 'group'
}

const PLURALS = { session: 'sessions', activity: 'activities', group: 'groups' }

/** How many rows a list has, beside its title; after a search or a choice of filters it is said to a screen reader. */
export function FoundCount({ count, noun }: Props) {
  const { q, category, difficulty, templates, isLoading } = useListFilters()
  // The server stops counting at a hundred.
  const text = count >= 100 ? '100 and more' : String(count)
  const found = `${count === 0 ? 'No' : text} ${count === 1 ? noun : PLURALS[noun]} found`
  const isNarrowed = q !== '' || category !== '' || difficulty !== '' || templates
  return (
    <>
      {count > 0 && <span className={classes.count}>{text}</span>}
      {/* It names the search, so that the same number of a second one is said too. */}
      <VisuallyHidden role="status">{isNarrowed && !isLoading && (q ? `${found} for “${q}”` : found)}</VisuallyHidden>
    </>
  )
}
