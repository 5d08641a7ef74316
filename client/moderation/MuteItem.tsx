import { Menu } from '@mantine/core'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs'
import { mute, unmute, useIsMuted } from './mute.ts'

export function MuteItem({ username }: { username: string }) {
  return useIsMuted(username) ? (
    <Menu.Item leftSection={<IconMessage size={18} aria-hidden />} onClick={() => unmute(username)}>
      Unmute {username}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconMessageOff size={18} aria-hidden />} onClick={() => mute(username)}>
      Mute {username}
    </Menu.Item>
  )
}
