import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { invitationsPage } from '../../domain/accounts/invitations/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { InvitationList } from '../accounts/invitations/InvitationList.tsx'
import { NewInvitation } from '../accounts/invitations/NewInvitation.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panel } from '../ui/Panel.tsx'

/** `?to=/group/runners` begins with an invitation to that group. */
export function InvitationsPage() {
  const page = usePersonalPage(invitationsPage)
  const user = useUser()
  const [query] = useSearchParams()
  return (
    <AccountFrame>
      <PageHeading title="Invitations" />
      {!user ? (
        <SignInPrompt actionText="to invite people" />
      ) : !page ? (
        <Loading />
      ) : (
        <ErrorBoundary what="your invitations">
          <Invitations key={user.id} page={page} target={query.get('to') ?? ''} />
        </ErrorBoundary>
      )}
    </AccountFrame>
  )
}

function Invitations({ page, target }: { page: DataOf<typeof invitationsPage>; target: string }) {
  return (
    <>
      <Panel id="new-invitation" title="Invite someone" mb="lg">
        {page.can_invite === 1 ? <NewInvitation target={target} /> : <Text>Only admins invite people here.</Text>}
      </Panel>
      {page.invitations.length > 0 && (
        <Panel id="invitations" title="Your links">
          <InvitationList invitations={page.invitations} />
        </Panel>
      )}
    </>
  )
}
