import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs'
import { lockChat } from '../../domain/moderation/api.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { call } from '../lib/api.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { ActionButton } from '../ui/ActionButton.tsx'

/** The host's button that locks the chat or unlocks it. */
export function ChatLock({ session }: { session: Session }) {
  const isLocked = session.chat_locked === 1
  async function toggle(): Promise<void> {
    const body = { locked: isLocked ? (0 as const) : (1 as const) }
    const { chat_locked } = await call(lockChat, { params: { event: session.slug }, body })
    changeRoomPages(session.id, page => ({ ...page, challengeEvent: { ...page.challengeEvent, chat_locked } }))
  }
  return (
    <ActionButton
      variant="subtle"
      leftSection={isLocked ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
      action={toggle}
    >
      {isLocked ? 'Unlock chat' : 'Lock chat'}
    </ActionButton>
  )
}
