import { allInvitationsPage } from '../../domain/accounts/invitations/api.ts'
import { InvitationList } from '../accounts/invitations/InvitationList.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AdminFrame } from './AdminFrame.tsx'

/** The invitations of everyone. An admin can end each of them (D-146). */
export function AllInvitationsPage() {
  const rows = usePersonalPage(allInvitationsPage)?.invitations
  return (
    <AdminFrame
      title="Invitations"
      note={
        <>
          Links with which people register. You make yours under{' '}
          <TextLink to="/account/invitations">My Account</TextLink>.
        </>
      }
    >
      {!rows ? (
        <Loading />
      ) : rows.length === 0 ? (
        <EmptyState text="Nobody has invited anyone yet." />
      ) : (
        <Panel id="invitations" title="All links" size="h3">
          <InvitationList invitations={pageOf(rows)} />
        </Panel>
      )}
      <Pager rows={rows ?? []} />
    </AdminFrame>
  )
}
