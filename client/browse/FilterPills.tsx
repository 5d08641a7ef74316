import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link } from 'react-router'
import type { ListData } from '../../domain/browse/api.ts'
import classes from './list.module.css'
import { changedSearch, type ListFilters, useListFilters } from './list-filters.ts'

/** The active filters of a list, each with a link that removes it. */
export function FilterPills({ data }: { data: Pick<ListData, 'terms' | 'difficulties'> }) {
  const { category, difficulty, templates, search } = useListFilters()
  const pills: { name: keyof ListFilters; label: string }[] = []
  if (category) {
    const term = data.terms.find(({ slug, id }) => slug === category || String(id) === category)
    pills.push({ name: 'category', label: term?.title ?? category })
  }
  const level = data.difficulties.find(({ value }) => String(value) === difficulty)
  if (level) pills.push({ name: 'difficulty', label: level.title })
  if (templates) pills.push({ name: 'templates', label: 'Templates' })
  if (pills.length === 0) return null
  return (
    <ul className={classes.pills} aria-label="Filters">
      {pills.map(({ name, label }) => (
        <li key={name}>
          <Link to={{ search: changedSearch(search, { [name]: null }) }} aria-label={`Remove the filter ${label}`}>
            {label}
            <IconX size={16} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
