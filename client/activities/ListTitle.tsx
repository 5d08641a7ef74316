import { Menu, Title, UnstyledButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Link } from 'react-router'
import classes from './list.module.css'
import { changedSearch, useListFilters } from './list-filters.ts'

interface Props {
  /** "sessions", "activities" */
  noun: string
  /** 2 where the page has a heading above. */
  order: 1 | 2
}

/** "All sessions" or "My sessions": the title is the switch (ACT-007, ACT-008). */
export function ListTitle({ noun, order }: Props) {
  const { joined, search } = useListFilters()
  const choices = [
    { label: `All ${noun}`, joined: null },
    { label: `My ${noun}`, joined: '1' }
  ]
  const chosen = choices[joined ? 1 : 0]?.label
  return (
    <Title order={order} className={classes.title}>
      <Menu position="bottom-start" width={220} offset={4}>
        <Menu.Target>
          <UnstyledButton className={classes.titleButton}>
            {chosen}
            <IconChevronDown size={24} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(choice => (
            <Menu.Item
              key={choice.label}
              component={Link}
              to={{ search: changedSearch(search, { joined: choice.joined }) }}
              aria-current={choice.label === chosen || undefined}
              className={classes.titleItem}
              rightSection={choice.label === chosen && <IconCheck size={18} aria-hidden />}
            >
              {choice.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Title>
  )
}
