import { useStore } from '@nanostores/react'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useHydrated } from '../../lib/hydrated.ts'
import { useFocusAfter } from '../focus.ts'
import { IconButton } from '../IconButton.tsx'
import { useIsPhone } from '../media.ts'
import classes from './toast.module.css'
import { allToasts, clearToasts, leaveToasts, type Toast, toast } from './toast.tsx'
import { toastPlace, topDialog } from './toast-place.ts'

const MOST_SHOWN = 3

/**
 * Mounted once in the frame, inside the router, because toasts may contain links. They are in the bar at the bottom of
 * the page if it has one, so that they cover nothing. New ones are in the open dialog if there is one.
 */
export function Toasts() {
  useNewPage(leaveToasts)
  const isHydrated = useHydrated()
  const stored = useStore(allToasts)
  const all = isHydrated ? stored : []
  const [held, setHeld] = useState<number | null>(null)
  const dock = useStore(toastPlace)
  const dialog = useStore(topDialog)
  const isPhone = useIsPhone()
  const list = (toasts: readonly Toast[], most: number) => (
    <>
      {toasts.map((one, index) => (
        <Timed key={one.number} {...one} isPaused={held !== null}>
          {index < MOST_SHOWN && <ToastCard {...one} onHold={setHeld} />}
        </Timed>
      ))}
      {toasts.length > most && (
        <button type="button" aria-live="off" className={classes.more} onClick={clearToasts}>
          {toasts.length - most} more, clear all
        </button>
      )}
    </>
  )
  const isOfDialog = ({ number }: Toast): boolean => dialog !== null && number > dialog.since
  const most = isPhone || dock ? 1 : MOST_SHOWN
  // Screen readers announce only what is added to a live region that was there before.
  const toasts = (
    <section
      aria-label="Messages"
      aria-live="polite"
      data-most={most}
      className={`${classes.place} ${dock ? classes.docked : classes.floating}`}
    >
      {list(
        all.filter(one => !isOfDialog(one)),
        most
      )}
    </section>
  )
  return (
    <>
      {dock ? createPortal(toasts, dock) : toasts}
      {dialog?.place &&
        createPortal(
          <div aria-live="polite" data-most={1} className={`${classes.place} ${classes.inDialog}`}>
            {list(all.filter(isOfDialog), 1)}
          </div>,
          dialog.place
        )}
    </>
  )
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

interface TimedProps extends Pick<Toast, 'id' | 'time'> {
  isPaused: boolean
  children: ReactNode
}

/** Hides a toast after its time, also while newer ones cover it. After a pause, its whole time starts again. */
function Timed({ id, time, isPaused, children }: TimedProps) {
  useEffect(() => {
    if (time === false || isPaused) return
    const timer = setTimeout(() => toast.hide(id), time)
    return () => clearTimeout(timer)
  }, [id, time, isPaused])
  return children
}

function dialogOrMain(): Element | null {
  return topDialog.get()?.place?.closest('[role="dialog"]') ?? document.getElementById('main')
}

interface CardProps extends Toast {
  onHold: Dispatch<SetStateAction<number | null>>
}

function ToastCard({ number, id, kind, role, isUrgent, icon, content, onHold }: CardProps) {
  const hold = (): void => onHold(number)
  const release = useCallback(() => onHold(held => (held === number ? null : held)), [number, onHold])
  const cameFrom = useRef<Element | null>(null)
  // The nearest button belongs to the next toast, which would stay as long as it has the focus.
  const card = useFocusAfter<HTMLDivElement>(() => (cameFrom.current?.isConnected ? cameFrom.current : dialogOrMain()))
  // The pointer does not leave a toast that disappears.
  useEffect(() => release, [release])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is a variable.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press of the button inside by keyboard is a click here too.
    <div
      ref={card}
      role={role}
      className={`${classes.root} ${isUrgent ? classes.urgent : ''}`}
      data-kind={kind}
      onClick={({ nativeEvent }) => {
        // The focus of a field would open the keyboard of a phone.
        if ((nativeEvent as PointerEvent).pointerType === 'touch') cameFrom.current = null
        toast.hide(id)
      }}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={({ currentTarget, relatedTarget }) => {
        hold()
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={release}
    >
      <span className={classes.icon}>{icon}</span>
      <div className={classes.text}>{content}</div>
      <IconButton icon={IconX} label="Close message" className={classes.close} />
    </div>
  )
}
