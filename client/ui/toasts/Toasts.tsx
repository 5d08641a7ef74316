import { type NotificationData, notifications, useNotifications } from '@mantine/notifications'
import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useHydrated } from '../../lib/hydrated.ts'
import { useOnceTrue } from '../../lib/once-true.ts'
import { late } from '../loading/late.tsx'
import classes from './toast.module.css'
import { leaveToasts } from './toast.tsx'
import { toastPlace } from './toast-place.ts'

/** Loads with the first toast. Pages that show one at once import it. A plain list takes its place if it is missing. */
export const LateToastList = late(
  async () => (await import('./ToastList.tsx')).ToastList,
  null,
  () => <PlainList />
)

/**
 * Mounted once in the frame, inside the router, because toasts may contain links. They are in the bar at the bottom of
 * the page if it has one, so that they cover nothing.
 */
export function Toasts() {
  const { notifications: shown, queue } = useNotifications()
  useNewPage(leaveToasts)
  const hasToast = useOnceTrue(shown.length > 0)
  const isHydrated = useHydrated()
  const dock = useStore(toastPlace)
  const toasts = (
    <section aria-label="Messages" className={`${classes.place} ${dock ? classes.docked : classes.floating}`}>
      {hasToast && isHydrated && <LateToastList />}
      {queue.length > 0 && (
        <button type="button" className={classes.more} onClick={() => notifications.clean()}>
          {queue.length} more, clear all
        </button>
      )}
    </section>
  )
  return dock ? createPortal(toasts, dock) : toasts
}

/** Runs `act` when the path changes, before the effects of the new page, so that the new page's toasts stay. */
function useNewPage(act: (pathname: string) => void): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (before.current !== pathname) act(pathname)
    before.current = pathname
  })
}

function PlainList() {
  return useNotifications().notifications.map(one => <PlainToast key={one.id} {...one} />)
}

function PlainToast({ id = '', role, message, autoClose }: NotificationData) {
  useEffect(() => {
    if (typeof autoClose !== 'number') return
    const timer = setTimeout(() => notifications.hide(id), autoClose)
    return () => clearTimeout(timer)
  }, [id, autoClose])
  return (
    <div role={role} className={`${classes.root} ${classes.plain}`}>
      {message}
      <button type="button" className={classes.link} onClick={() => notifications.hide(id)}>
        Close
      </button>
    </div>
  )
}
