import { Menu } from '@mantine/core'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { useUser } from '../lib/user.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { messageOf } from '../ui/form-errors.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import { toast } from '../ui/toast.tsx'
import { mute, unmute, useIsMuted } from './mute.ts'

interface Props {
  /** "message", "post", "reply". */
  what: string
  username: string
  /** A host or admin may delete what others said. */
  isHost: boolean
  onDelete: () => Promise<void>
  className?: string | undefined
}

/** What one may do with what somebody said: delete one's own, or as a host anybody's; mute others (D-131). */
export function SaidMenu({ what, username, isHost, onDelete, className }: Props) {
  const user = useUser()
  const isMuted = useIsMuted(username)
  const [asking, setAsking] = useState<boolean | null>(null)
  const isMine = user?.username === username
  if (!user) return null
  async function remove(): Promise<void> {
    try {
      await onDelete()
    } catch (error) {
      toast.error(messageOf(error))
      throw error
    }
  }
  return (
    <>
      <RowMenu label={`Menu of the ${what} of ${username}`} className={className}>
        {!isMine && (
          <Menu.Item
            leftSection={isMuted ? <IconMessage size={18} aria-hidden /> : <IconMessageOff size={18} aria-hidden />}
            onClick={() => (isMuted ? unmute(username) : mute(username))}
          >
            {isMuted ? `Unmute ${username}` : `Mute ${username}`}
          </Menu.Item>
        )}
        {(isMine || isHost) && (
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking(true)}>
            Delete
          </Menu.Item>
        )}
      </RowMenu>
      {asking !== null && (
        <ConfirmModal
          opened={asking}
          title={`Delete this ${what}?`}
          confirm="Delete"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          It disappears for everybody. This cannot be undone.
        </ConfirmModal>
      )}
    </>
  )
}
