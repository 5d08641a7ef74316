import { useEffect, useRef } from 'react'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** Prefixes of the ids of a session's toasts, except for the one about its start. */
const NAMES = ['joined', 'left', 'host', 'moved']

/** Hides all toasts about a session. */
export function hideRoomToasts(id: number): void {
  for (const name of [...NAMES, 'state']) toast.hide(`${name}-${id}`)
}

/** Hides toasts that are out of date, because the session started or ended, or its next part began (D-142). */
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
