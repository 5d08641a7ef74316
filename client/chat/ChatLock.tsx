import { Button } from '@mantine/core'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs'
import { useState } from 'react'
import { lockChat } from '../../domain/moderation/api.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { call } from '../lib/api.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** The host's button that locks the chat or unlocks it. */
export function ChatLock({ session }: { session: Session }) {
  const [busy, setBusy] = useState(false)
  const isLocked = session.chat_locked === 1
  async function toggle(): Promise<void> {
    setBusy(true)
    try {
      const body = { locked: isLocked ? (0 as const) : (1 as const) }
      const { chat_locked } = await call(lockChat, { params: { event: session.slug }, body })
      changeRoomPages(session.id, page => ({ ...page, challengeEvent: { ...page.challengeEvent, chat_locked } }))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      leftSection={isLocked ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
      onClick={() => void toggle()}
    >
      {isLocked ? 'Unlock chat' : 'Lock chat'}
    </Button>
  )
}
