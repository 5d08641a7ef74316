import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { isModerator } from '../../domain/accounts/user.ts'
import { useUser } from '../lib/user.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { MenuItem } from '../ui/menu/MenuItem.tsx'
import { useSpokenName } from '../ui/people/guest-name.ts'
import { MuteItem } from './MuteItem.tsx'
import { ReportItems } from './ReportItems.tsx'
import type { Reported } from './report.ts'

interface Props {
  /** Names the kind of content: "message", "post" or "reply". */
  what: string
  username: string
  /** A host may delete texts of others, as moderators of the site may. */
  isHost: boolean
  /** For reporting and hiding it. */
  about: Reported
  onDelete: () => Promise<void>
  className?: string | undefined
}

/** The menu of a message, post or reply: its author or a host can delete it, and others can report it and mute or block the author (D-131, D-148). */
export function ContentMenu({ what, username, isHost, about, onDelete, className }: Props) {
  const user = useUser()
  const [asking, setAsking] = useState<boolean | null>(null)
  const isMine = user?.username === username
  const name = useSpokenName(username)
  return (
    <>
      <DotsMenu label={`Menu of the ${what} of ${name}`} className={className}>
        {user && !isMine && <MuteItem username={username} />}
        {!isMine && <ReportItems about={about} />}
        {(isMine || isHost || isModerator(user)) && (
          <MenuItem leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking(true)}>
            Delete
          </MenuItem>
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
