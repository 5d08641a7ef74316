import { Alert, Button, Group as Row, Text } from '@mantine/core'
import { TextLink } from '../ui/links/TextLink.tsx'
import '@mantine/core/styles/Alert.layer.css'
import type { activityPage } from '../../domain/activities/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { useActions } from '../ui/ActionButton.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { settleProposal } from './groups.ts'

type Data = DataOf<typeof activityPage>

/** Groups that want the activity. Its host and site admins accept or decline (D-134). */
export function ProposalsToHost({ data: { challenge, proposals } }: { data: Data }) {
  return proposals.map(group => <Proposal key={group.slug} group={group} challenge={challenge} />)
}

function Proposal({ group, challenge }: { group: Data['proposals'][number]; challenge: Data['challenge'] }) {
  const { busy, run } = useActions<'accept' | 'decline'>()
  const shown = useFocusAfter<HTMLDivElement>()
  return (
    <Alert ref={shown} radius="lg" title={`${group.title} wants to add this activity`}>
      <Text size="sm">
        {challenge.hut_title ? `It would leave ${challenge.hut_title}. ` : ''}
        It stays yours, and you can take it out again.{' '}
        <TextLink to={group.path} inherit underline="always">
          See the group
        </TextLink>
      </Text>
      <Row gap="sm" mt="sm">
        <Button
          loading={busy === 'accept'}
          aria-label={`Accept ${group.title}`}
          onClick={() => void run('accept', () => settleProposal(group, challenge.slug, true))}
        >
          Accept
        </Button>
        <Button
          variant="default"
          loading={busy === 'decline'}
          aria-label={`Decline ${group.title}`}
          onClick={() => void run('decline', () => settleProposal(group, challenge.slug, false))}
        >
          Decline
        </Button>
      </Row>
    </Alert>
  )
}
