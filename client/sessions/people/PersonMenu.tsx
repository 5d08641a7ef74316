import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconSwitchHorizontal from '@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs'
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import { useState } from 'react'
import { isAdmin } from '../../../domain/accounts/user.ts'
import { mayBeGuest } from '../../../domain/accounts/username.ts'
import { removeParticipant } from '../../../domain/moderation/api.ts'
import type { Participant, Session } from '../../../domain/sessions/api.ts'
import { HOST, removeCheck, shareCheck } from '../../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/user.ts'
import { changeRoomPages } from '../../live/room-pages.ts'
import { withPeople } from '../../live/with-people.ts'
import { MuteItem } from '../../moderation/MuteItem.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { DotsMenu } from '../../ui/menu/DotsMenu.tsx'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { useSpokenName } from '../../ui/people/guest-name.ts'
import { shareHost } from '../hosting/hosting.ts'

/** What the menus of people need to know of the room. It changes rarely, unlike the room's data. */
export interface MenuRoom extends Pick<Session, 'id' | 'slug' | 'status'> {
  isOwner: boolean
  /** I have the role of a host. A site admin may host without it. */
  isHost: boolean
}

/** The menu of a participant: everyone can mute or block them, and a host can make them a host or remove them. */
export function PersonMenu({ person: { username, role }, room }: { person: Participant; room: MenuRoom }) {
  const user = useUser()
  const name = useSpokenName(username)
  const [hosting, setHosting] = useState<'too' | 'instead' | null>(null)
  const [asking, setAsking] = useState<boolean | null>(null)
  if (!user || user.username === username) return null
  const { id, slug, status, isOwner } = room
  const viewer = { isSelf: false, isHost: isOwner, isAdmin: isAdmin(user) }
  // An ended session needs nobody removed.
  const mayRemove = status !== SessionStatus.Ended && removeCheck(viewer, { role, isIn: true }) === null
  const mayShare = role !== HOST && shareCheck(isOwner, { isIn: true, isGuest: mayBeGuest(username) }, status) === null
  async function remove(): Promise<void> {
    const { participants_count } = await call(removeParticipant, { params: { event: slug, username } })
    changeRoomPages(id, page => {
      const next = withPeople(page, [], [username])
      return { ...next, challengeEvent: { ...next.challengeEvent, participants_count } }
    })
  }
  return (
    <>
      <DotsMenu label={`Menu of ${name}`}>
        <MuteItem username={username} />
        {mayShare && (
          <>
            <MenuItem leftSection={<IconKey size={18} aria-hidden />} onClick={() => setHosting('too')}>
              Make host
            </MenuItem>
            {room.isHost && (
              <MenuItem
                leftSection={<IconSwitchHorizontal size={18} aria-hidden />}
                onClick={() => setHosting('instead')}
              >
                Hand over hosting
              </MenuItem>
            )}
          </>
        )}
        {mayRemove && (
          <MenuItem leftSection={<IconUserMinus size={18} aria-hidden />} onClick={() => setAsking(true)}>
            Remove
          </MenuItem>
        )}
      </DotsMenu>
      <ConfirmModal
        opened={hosting !== null}
        title={hosting === 'instead' ? `Hand over to ${name}?` : `Make ${name} a host?`}
        confirm={hosting === 'instead' ? 'Hand over' : 'Make host'}
        onConfirm={() => shareHost(room, username, hosting === 'instead')}
        onClose={() => setHosting(null)}
      >
        They can start, pause, change and end this session, and remove people.
        {hosting === 'instead' && ' You’ll no longer be a host.'}
      </ConfirmModal>
      {asking !== null && (
        <ConfirmModal
          opened={asking}
          title={`Remove ${name}?`}
          confirm="Remove"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          They leave this session and can’t join it again. What they wrote stays until you delete it.
        </ConfirmModal>
      )}
    </>
  )
}
