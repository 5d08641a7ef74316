import { Button, NativeSelect, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import type { ListData } from '../../domain/browse/api.ts'
import { Flyout } from '../ui/Flyout.tsx'
import { addInterest, clearInterests } from './interests.ts'
import classes from './list.module.css'
import { useFilterBy, useListFilters } from './list-filters.ts'
import { termTree } from './term-tree.ts'

interface Props {
  data: Pick<ListData, 'terms' | 'difficulties'>
  /** False for sessions, which have no templates filter. */
  withTemplates: boolean
}

/** Chooses category and difficulty (ACT-011..ACT-013). Native selects open a phone's own list. */
export function FilterMenu({ data, withTemplates }: Props) {
  const filters = useListFilters()
  const filterBy = useFilterBy()
  const choose = (category: string): void => {
    const term = data.terms.find(({ slug }) => slug === category)
    if (term) addInterest(term.id)
    else clearInterests()
    filterBy({ category })
  }
  const clear = (): void => {
    clearInterests()
    filterBy({ category: null, difficulty: null, templates: null })
  }
  const categories = termTree(data.terms).map(({ slug, title, depth }) => ({
    value: slug,
    label: '\u2003'.repeat(depth) + title
  }))
  const count = [filters.category, filters.difficulty, withTemplates && filters.templates].filter(Boolean).length
  return (
    <Flyout
      align="end"
      width="min(20rem, calc(100vw - 2rem))"
      target={opener => (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
          className={classes.filterButton}
          {...opener}
        >
          Filter{count > 0 && ` (${count})`}
        </Button>
      )}
    >
      <Stack gap="md" p="md">
        <NativeSelect
          label="Category"
          size="md"
          value={filters.category}
          data={[{ value: '', label: 'All categories' }, ...categories]}
          onChange={event => choose(event.currentTarget.value)}
        />
        <NativeSelect
          label="Difficulty"
          size="md"
          value={filters.difficulty}
          data={[
            { value: '', label: 'Any difficulty' },
            ...data.difficulties.map(({ value, title }) => ({ value: String(value), label: title }))
          ]}
          onChange={event => filterBy({ difficulty: event.currentTarget.value })}
        />
        {withTemplates && (
          <Switch
            label="Templates only"
            className={classes.switch}
            checked={filters.templates}
            onChange={event => filterBy({ templates: event.currentTarget.checked ? '1' : null })}
          />
        )}
        {count > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear the filters
          </Button>
        )}
      </Stack>
    </Flyout>
  )
}
