import { Button } from '@mantine/core'
import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { Link } from 'react-router'
import type { Group } from '../../domain/groups/api.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Replaces the list of a group that has had no session yet. Only members can put a session into the group. */
export function FirstSession({ group }: { group: Group }) {
  const text = group.is_joined
    ? 'Nobody has met here yet. Pick a time, and your group will see it here.'
    : `No sessions yet. Join ${group.title} and start the first one together.`
  return (
    <EmptyState icon={<IconCampfire size={48} stroke={1.5} aria-hidden />} text={text}>
      {group.is_joined === 1 && <StartFirst group={group} />}
    </EmptyState>
  )
}

export function StartFirst({ group }: { group: Group }) {
  return (
    <MayCreate kind="sessions">
      <Button
        component={Link}
        to={`/challenges/events/create?hut=${group.slug}`}
        h="auto"
        mih="2.75rem"
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        Start your first session together
      </Button>
    </MayCreate>
  )
}
