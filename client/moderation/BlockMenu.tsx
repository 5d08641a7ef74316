import { DotsMenu } from '../ui/DotsMenu.tsx'
import { MuteItem } from './MuteItem.tsx'

/** The menu of a person on their own page. */
export function BlockMenu({ username }: { username: string }) {
  return (
    <DotsMenu label={`Menu of ${username}`}>
      <MuteItem username={username} />
    </DotsMenu>
  )
}
