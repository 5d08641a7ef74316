import { useEffect } from 'react'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { restoreMessages } from '../../chat/chat.ts'
import { useUser } from '../../lib/user.ts'
import { restorePresses } from '../goals/quick-log.ts'

/** Sends what an earlier visit of this session could not. */
export function useWaiting(data: SessionData): void {
  const username = useUser()?.username
  const { id } = data.challengeEvent
  const isIn = data.me !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session and person who is in.
  useEffect(() => {
    if (!username || !isIn) return
    restoreMessages(id)
    restorePresses(data)
  }, [id, username, isIn])
}
