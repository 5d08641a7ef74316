import type { ReactNode } from 'react'
import { DotsMenu } from '../ui/menu/DotsMenu.tsx'
import { MuteItem } from './MuteItem.tsx'

/** The menu of a person on their own page. */
export function BlockMenu({ username, children }: { username: string; children: ReactNode }) {
  return (
    <DotsMenu label={`Menu of ${username}`}>
      <MuteItem username={username} />
      {children}
    </DotsMenu>
  )
}
