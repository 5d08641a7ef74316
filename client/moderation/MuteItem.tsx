import { Menu } from '@mantine/core'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
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
        <Menu.Item
          leftSection={isMuted ? <IconMessage size={18} aria-hidden /> : <IconMessageOff size={18} aria-hidden />}
          onClick={() => (isMuted ? unmute : mute)(username)}
        >
          {isMuted ? 'Unmute' : 'Mute'} {name}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconUserOff size={18} aria-hidden />}
        onClick={() => (isBlocked ? unmute : block)(username)}
      >
        {isBlocked ? 'Unblock' : 'Block'} {name}
      </Menu.Item>
    </>
  )
}
