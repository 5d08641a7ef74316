import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { late } from '../../ui/loading/late.tsx'
import type { Invited } from './InviteLink.tsx'

const InviteLink = late(async () => (await import('./InviteLink.tsx')).InviteLink, <Loading />)

interface Props {
  session: Invited
  opened: boolean
  onClose: () => void
}

/** The dialog that invites others to a session: share its link, copy it, or show its QR code. */
export function Invite({ session, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite others" size="26rem">
      <InviteLink session={session} />
    </Dialog>
  )
}
