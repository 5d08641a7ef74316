import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { activitiesPage } from '../../../domain/activities/api.ts'
import { queryString } from '../../../domain/lib/endpoint.ts'
import { readPage } from '../../lib/page-cache.ts'
import classes from '../Builder.module.css'

interface Activity {
  slug: string
  title: string
}

interface Props {
  chosen: Activity | null
  offered: readonly Activity[]
  /** The group of the session; it stays when another activity is chosen. */
  hut: { slug: string } | null
}

/** Selects the activity to copy. Left empty, the session belongs to no activity (D-71). */
export function ActivitySelect({ chosen, offered, hut }: Props) {
  const [typed, setTyped] = useState(chosen?.title ?? '')
  const found = useFound(typed.trim() === chosen?.title ? '' : typed.trim())
  const navigate = useNavigate()
  const all = new Map([...(chosen ? [chosen] : []), ...offered, ...found].map(one => [one.slug, one.title]))
  return (
    <div className={classes.intro}>
      <Select
        label="Activity"
        description="Start from an activity's plan, or leave blank to build your own."
        placeholder="No activity"
        searchable
        clearable
        limit={50}
        nothingFoundMessage="No matching activities."
        clearButtonProps={{ 'aria-label': 'No activity' }}
        data={[...all].map(([value, label]) => ({ value, label }))}
        value={chosen?.slug ?? null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={slug => void navigate(queryString({ hut: hut?.slug, challenge: slug }) || '.', { replace: true })}
      />
      {chosen && <Text c="dimmed">Filled in from “{chosen.title}”. Changes here stay in this session.</Text>}
    </div>
  )
}

/** Finds more activities than those offered at first, with the search of the list of activities. */
function useFound(text: string): readonly Activity[] {
  const [q] = useDebouncedValue(text, 350)
  const { data } = useQuery({
    queryKey: ['activities-called', q],
    enabled: q !== '',
    queryFn: async () => (await readPage(activitiesPage, {}, queryString({ q }))).challenges
  })
  return data ?? []
}
