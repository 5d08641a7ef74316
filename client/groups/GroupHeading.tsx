import { Button } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { Link, useLocation } from 'react-router'
import type { GroupData } from '../../domain/groups/api.ts'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { ReportMenu } from '../moderation/ReportMenu.tsx'
import { crumbsOf, PageHeading } from '../ui/PageHeading.tsx'
import { groupTitle } from './GroupCard.tsx'
import { joinGroup, leaveGroup } from './groups.ts'

/**
 * The heading of a group's pages. Everyone sees Update, because only the update page knows who may change the group
 * (D-109).
 */
export function GroupHeading({ data: { group, breadcrumbs } }: { data: Pick<GroupData, 'group' | 'breadcrumbs'> }) {
  const { pathname } = useLocation()
  const isActivities = !/\/(sessions|over-time)$/.test(pathname)
  return (
    <>
      {group.is_hidden === 1 && <HiddenNote about={{ kind: 'group', id: group.id }} isMine />}
      <PageHeading
        title={groupTitle(group)}
        crumbs={crumbsOf(breadcrumbs)}
        actions={
          <>
            <Button
              component={Link}
              to={`/groups/${group.slug}/update`}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              Update
            </Button>
            {group.is_joined ? (
              <Button variant="default" onClick={() => leaveGroup(group.slug)}>
                Leave
              </Button>
            ) : (
              <Button onClick={() => joinGroup(group.slug)}>Join</Button>
            )}
            <ReportMenu about={{ kind: 'group', id: group.id }} label="Group menu" />
          </>
        }
        tabs={[
          { to: group.url, label: 'Activities', current: isActivities },
          { to: `${group.url}/sessions`, label: 'Sessions' },
          { to: `${group.url}/over-time`, label: 'Over Time' }
        ]}
      />
    </>
  )
}
