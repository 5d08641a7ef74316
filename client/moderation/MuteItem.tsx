import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import { MenuItem } from '../ui/menu/MenuItem.tsx'
import { useSpokenName } from '../ui/people/guest-name.ts'
import { block, mute, unmute, useIsBlocked, useIsMuted } from './mute.ts'

/** The items of a menu that mute and block a person, or lift that. */
export function MuteItem({ username }: { username: string }) {
  const isMuted = useIsMuted(username)
  const isBlocked = useIsBlocked(username)
  const name = useSpokenName(username)
  return (
    <>
      {!isBlocked && (
        <MenuItem
          leftSection={isMuted ? <IconMessage size={18} aria-hidden /> : <IconMessageOff size={18} aria-hidden />}
          onClick={() => (isMuted ? unmute : mute)(username)}
        >
          {isMuted ? 'Unmute' : 'Mute'} {name}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconUserOff size={18} aria-hidden />}
        onClick={() => (isBlocked ? unmute : block)(username)}
      >
        {isBlocked ? 'Unblock' : 'Block'} {name}
      </MenuItem>
    </>
  )
}
