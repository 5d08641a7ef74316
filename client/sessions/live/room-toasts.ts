import { useEffect, useRef } from 'react'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { toast } from '../../ui/toasts/toast.tsx'

/** Names of the success messages about a session that goes on. */
const NAMES = ['joined', 'left', 'host', 'moved']

/** Takes away what was said about a session: it is over, or something else is in view. */
export function hideRoomToasts(id: number): void {
  for (const name of [...NAMES, 'state']) toast.hide(`${name}-${id}`)
}

/** A success message goes when its subject is over: the session starts or ends, or its next part begins (D-142). */
export function useRoomToasts(id: number, { status, groups }: Pick<SessionClock, 'status' | 'groups'>): void {
  const part = groups.flatMap(({ set, active }) => active.map(({ uuid }) => `${uuid} ${set}`)).join(' ')
  const before = useRef({ status, part })
  useEffect(() => {
    const was = before.current
    before.current = { status, part }
    if (was.status !== status) for (const name of NAMES) toast.hide(`${name}-${id}`)
    else if (was.part !== part) hideRoomToasts(id)
  }, [id, status, part])
}
