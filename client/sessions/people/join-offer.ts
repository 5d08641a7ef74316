import { useEffect } from 'react'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { onceAVisit } from '../../lib/once-a-visit.ts'
import { useUser } from '../../lib/user.ts'
import { toast } from '../../ui/toast.tsx'
import { offersJoin } from '../SessionMenu.tsx'
import { joinSession } from './join.ts'

const ID = 'join-offer'

/** Who is signed in and not in the session is offered to join it if they can, once a browser session (D-33, SEC-10). */
export function useJoinOffer(data: SessionData, clock: Pick<SessionClock, 'status'>): void {
  const { challengeEvent: session } = data
  const isOffered = useUser() !== null && offersJoin(data, clock) && session.can_join === 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: which session decides, not what changes in it.
  useEffect(() => {
    if (!isOffered) return
    if (onceAVisit(ID)) {
      toast.warning('Members log, write and chat here.', {
        id: ID,
        action: { label: 'Join this session', run: () => joinSession(session) }
      })
    }
    return () => toast.hide(ID)
  }, [isOffered, session.id])
}
