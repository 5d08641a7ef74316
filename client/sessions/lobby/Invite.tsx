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

/** How others come to a session: by its address, shared, copied or seen by the camera of their phone. */
export function Invite({ session, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite others" size="26rem">
      <InviteLink session={session} />
    </Dialog>
  )
}
