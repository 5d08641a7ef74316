import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTent from '@tabler/icons-react/dist/esm/icons/IconTent.mjs'
import { Link } from 'react-router'
import { groupsPage } from '../../domain/groups/api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useMayCreate } from '../accounts/sign-in.ts'
import { VisitorWarning } from '../accounts/VisitorWarning.tsx'
import { FilterMenu } from '../browse/FilterMenu.tsx'
import { FilterPills } from '../browse/FilterPills.tsx'
import { FoundCount } from '../browse/FoundCount.tsx'
import { ListTitle } from '../browse/ListTitle.tsx'
import list from '../browse/list.module.css'
import { changedSearch, useListFilters } from '../browse/list-filters.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { GroupGrid } from './GroupGrid.tsx'
import classes from './groups.module.css'

/** All groups, or mine. The filters keep groups that have a matching activity. */
export function GroupsPage() {
  const data = usePage(groupsPage)
  const { joined, isLoading } = useListFilters()
  const visitor = useUser() === null
  return (
    <section aria-label="Groups" data-tour="groups">
      <VisitorWarning />
      <div className={list.bar}>
        <div className={list.heading}>
          <ListTitle noun="groups" order={1} />
          <FoundCount count={data.groupsCount} noun="group" />
          <CreateLink />
        </div>
        <SearchBox label="Search groups" />
        <FilterMenu data={data} withTemplates />
      </div>
      <FilterPills data={data} />
      <div className={list.results} aria-busy={isLoading}>
        {joined && visitor ? (
          <SignInPrompt actionText="to see your groups" />
        ) : data.groups.length === 0 ? (
          <NoGroups />
        ) : (
          <GroupGrid groups={pageOf(data.groups)} />
        )}
        <Pager rows={data.groups} />
      </div>
    </section>
  )
}

function CreateLink() {
  if (!useMayCreate('groups')) return null
  return (
    <Button
      component={Link}
      to="/groups/create"
      variant="light"
      className={classes.create}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      Create a New Group
    </Button>
  )
}

function NoGroups() {
  const { joined, q, category, difficulty, templates, search } = useListFilters()
  const icon = <IconTent size={48} stroke={1.5} aria-hidden />
  if (q || category || difficulty || templates) {
    const cleared = changedSearch(search, { q: null, category: null, difficulty: null, templates: null })
    return (
      <EmptyState icon={icon} text="No matching groups. Try fewer words or other filters.">
        <Button component={Link} to={{ search: cleared }}>
          Show them all
        </Button>
      </EmptyState>
    )
  }
  return joined ? (
    <EmptyState icon={icon} text="You haven't joined any groups yet.">
      <Button component={Link} to={{ search: changedSearch(search, { joined: null }) }}>
        Look for groups
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={icon} text="There are no groups yet. Create the first one." />
  )
}
