import { Menu } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { useUser } from '../lib/user.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { DotsMenu } from '../ui/DotsMenu.tsx'
import { MuteItem } from './MuteItem.tsx'

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
  const [asking, setAsking] = useState<boolean | null>(null)
  const isMine = user?.username === username
  if (!user) return null
  return (
    <>
      <DotsMenu label={`Menu of the ${what} of ${username}`} className={className}>
        {!isMine && <MuteItem username={username} />}
        {(isMine || isHost) && (
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking(true)}>
            Delete
          </Menu.Item>
        )}
      </DotsMenu>
      {asking !== null && (
        <ConfirmModal
          opened={asking}
          title={`Delete this ${what}?`}
          confirm="Delete"
          onConfirm={onDelete}
          onClose={() => setAsking(false)}
        >
          It disappears for everybody. This cannot be undone.
        </ConfirmModal>
      )}
    </>
  )
}
