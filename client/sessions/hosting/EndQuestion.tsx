import type { Session } from '../../../domain/sessions/api.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { endSession } from '../sessions.ts'

interface Props {
  session: Session
  opened: boolean
  onClose: () => void
}

/** Asks once before the host ends the session for everyone (D-74). */
export function EndQuestion({ session, opened, onClose }: Props) {
  return (
    <ConfirmModal
      opened={opened}
      title="End this session?"
      confirm="End Session"
      onConfirm={() => endSession(session)}
      onClose={onClose}
    >
      It ends now for everyone. This can’t be undone.
    </ConfirmModal>
  )
}
