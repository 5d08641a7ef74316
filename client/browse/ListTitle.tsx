import { Title, UnstyledButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Link } from 'react-router'
import { Flyout } from '../ui/Flyout.tsx'
import classes from './list.module.css'
import { changedSearch, useListFilters } from './list-filters.ts'

interface Props {
  /** "sessions", "activities" */
  noun: string
  /** 2 where the page has a heading above. */
  order: 1 | 2
}

/** "All sessions" or "My sessions": the title opens a menu to switch (ACT-007, ACT-008). */
export function ListTitle({ noun, order }: Props) {
  const { joined, search } = useListFilters()
  const choices = [
    { label: `All ${noun}`, joined: null },
    { label: `My ${noun}`, joined: '1' }
  ]
  const chosen = choices[joined ? 1 : 0]?.label
  return (
    <Flyout
      align="start"
      width="13.75rem"
      target={opener => (
        <Title order={order} className={classes.title}>
          <UnstyledButton className={classes.titleButton} {...opener}>
            {chosen}
            <IconChevronDown size={24} aria-hidden />
          </UnstyledButton>
        </Title>
      )}
    >
      {choices.map(choice => (
        <Link
          key={choice.label}
          to={{ search: changedSearch(search, { joined: choice.joined }) }}
          aria-current={choice.label === chosen || undefined}
          className={classes.titleItem}
          onClick={event => event.currentTarget.parentElement?.hidePopover()}
        >
          {choice.label}
          {choice.label === chosen && <IconCheck size={18} aria-hidden />}
        </Link>
      ))}
    </Flyout>
  )
}
