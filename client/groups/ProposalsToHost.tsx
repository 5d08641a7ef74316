import { Alert, Anchor, Button, Group as Row, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { Link } from 'react-router'
import type { activityPage } from '../../domain/activities/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { settleProposal } from './groups.ts'

/** Groups that would like to have the activity; its host and site admins accept or decline (D-134). */
export function ProposalsToHost({ data: { challenge, proposals } }: { data: DataOf<typeof activityPage> }) {
  const [busy, setBusy] = useState(false)

  async function settle(group: (typeof proposals)[number], isAccepted: boolean): Promise<void> {
    setBusy(true)
    await settleProposal(group, challenge.slug, isAccepted)
    setBusy(false)
  }

  return proposals.map(group => (
    <Alert key={group.slug} radius="lg" title={`${group.title} would like to have this activity`}>
      <Text size="sm">
        {challenge.hut_title ? `It would leave ${challenge.hut_title}. ` : ''}
        It stays yours, and you can take it out again.{' '}
        <Anchor component={Link} to={group.path} inherit underline="always">
          Look at the group
        </Anchor>
      </Text>
      <Row gap="sm" mt="sm">
        <Button disabled={busy} aria-label={`Accept ${group.title}`} onClick={() => void settle(group, true)}>
          Accept
        </Button>
        <Button
          variant="default"
          disabled={busy}
          aria-label={`Decline ${group.title}`}
          onClick={() => void settle(group, false)}
        >
          Decline
        </Button>
      </Row>
    </Alert>
  ))
}
