import { Button } from '@mantine/core'
import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { changedSearch, useListFilters } from './list-filters.ts'

const ICON = <IconCampfire size={48} stroke={1.5} aria-hidden />

/** Says why the list is empty and what to do next (ACT-025, ACT-027). */
export function EmptyList({ kind }: { kind: 'sessions' | 'activities' }) {
  const { joined, q, category, difficulty, templates, search } = useListFilters()
  const all = changedSearch(search, { joined: null })
  if (Number(search.get('page')) > 1) {
    return (
      <EmptyState icon={ICON} text="That’s the end of the list.">
        <Button component={Link} to={{ search: changedSearch(search, {}) }}>
          Back to the start
        </Button>
      </EmptyState>
    )
  }
  const cleared = changedSearch(search, { q: null, category: null, difficulty: null, templates: null })
  const isNarrowed = q || category || difficulty || templates
  if (kind === 'sessions') {
    return joined ? (
      <EmptyState icon={ICON} text="You don't have any active sessions. Look for some active sessions to join.">
        <Button component={Link} to={{ search: all }}>
          Look for sessions
        </Button>
      </EmptyState>
    ) : (
      <EmptyState icon={ICON} text="We couldn't find any active sessions. Create a session using a template below!">
        {isNarrowed && <ShowAll to={cleared} />}
      </EmptyState>
    )
  }
  if (isNarrowed) {
    return (
      <EmptyState icon={ICON} text="No matching activities. Try fewer words or other filters.">
        <ShowAll to={cleared} />
      </EmptyState>
    )
  }
  return joined ? (
    <EmptyState icon={ICON} text="You don't follow any activities yet. Follow one to find it again here.">
      <Button component={Link} to={{ search: all }}>
        Look for activities
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={ICON} text="There are no activities yet." />
  )
}

function ShowAll({ to }: { to: string }) {
  return (
    <Button component={Link} to={{ search: to }}>
      Show them all
    </Button>
  )
}
