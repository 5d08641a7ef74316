import { Menu } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { useUser } from '../lib/user.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { DotsMenu } from '../ui/DotsMenu.tsx'
import { MuteItem } from './MuteItem.tsx'

interface Props {
  /** Names the kind of content: "message", "post" or "reply". */
  what: string
  username: string
  /** A host or site admin may delete texts of others. */
  isHost: boolean
  onDelete: () => Promise<void>
  className?: string | undefined
}

/** The menu of a message, post or reply: its author or a host can delete it, and others can mute or block the author (D-131). */
export function ContentMenu({ what, username, isHost, onDelete, className }: Props) {
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
          It disappears for everyone. This can’t be undone.
        </ConfirmModal>
      )}
    </>
  )
}
