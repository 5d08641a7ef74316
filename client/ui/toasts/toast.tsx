/**
 * Short messages in the corner. Info and success stay until clicked, the others disappear by themselves (HDR-32..HDR-41,
 * D-129). The newest three are on screen and twenty are kept. A toast with the same text or id replaces the earlier one
 * (D-135).
 */
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './toast.module.css'

const MOST_TOASTS = 20
export const MOST_SHOWN = 3

const KINDS = {
  info: { time: false, icon: IconInfoCircle },
  success: { time: false, icon: IconCircleCheck },
  warning: { time: 60_000, icon: IconAlertTriangle },
  error: { time: 5000, icon: IconAlertTriangle },
  help: { time: 5000, icon: IconHelpCircle },
  adminHelp: { time: 10_000, icon: IconHelpCircle },
  undo: { time: 10_000, icon: IconArrowBackUp },
  ready: { time: 6000, icon: IconBell }
} as const
export type ToastKind = keyof typeof KINDS

/** These don't wait for a tip to be closed. */
const URGENT: readonly ToastKind[] = ['error', 'warning', 'undo']

export interface ToastOptions {
  /** Identifies the toast, so that it can be hidden. It replaces an earlier one with the same id. */
  id?: string
  /** A link after the text, such as "View Goal" after "Goal created successfully!". */
  link?: { label: string; to: string }
  /** A button of the caller, such as Undo. */
  action?: { label: string; run: () => void }
  /** The path of the page that it belongs to. It stays when that page opens. */
  at?: string
  /** Milliseconds until it disappears, if not the usual time of its kind. */
  goesAfter?: number
}

function show(kind: ToastKind, text: ReactNode, { id, link, action, at, goesAfter }: ToastOptions = {}): string {
  // `messageOf` returns an empty text for a call that was skipped.
  if (text === '') return ''
  const { icon: Icon } = KINDS[kind]
  const time = goesAfter ?? KINDS[kind].time
  for (const one of allToasts()) if (one['data-text'] === text || (id && one['data-name'] === id)) drop(one)
  if (allToasts().length >= MOST_TOASTS) drop(allToasts().at(-1))
  const shown: string = notifications.show({
    // Mantine shows the newest first, and keeps the others in a queue.
    priority: ++count,
    'data-name': id,
    'data-at': at,
    'data-text': typeof text === 'string' ? text : undefined,
    autoClose: time,
    // Errors and warnings interrupt a screen reader, the others wait for a pause.
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    'data-kind': kind,
    icon: <Icon size={22} aria-hidden />,
    classNames: {
      root: URGENT.includes(kind) ? `${classes.root} ${classes.urgent}` : classes.root,
      icon: classes.icon,
      description: classes.text
    },
    closeButtonProps: { 'aria-label': 'Close message', size: '2.25rem' },
    onClick: () => notifications.hide(shown),
    message: (
      <>
        {text}
        {link && (
          <Link className={classes.link} to={link.to}>
            {link.label}
          </Link>
        )}
        {action && (
          <button type="button" className={classes.link} onClick={action.run}>
            {action.label}
          </button>
        )}
      </>
    )
  })
  // Mantine hides the toasts on screen, except for one under the pointer. This hides the toast if it is still queued.
  if (time !== false) setTimeout(() => hideWhere(one => one.id === shown, 'queue'), time)
  return shown
}

let count = 0

/** All toasts, newest first. */
function allToasts(which?: 'queue'): NotificationData[] {
  const { notifications: onScreen, queue } = notificationsStore.getState()
  return which === 'queue' ? queue : [...onScreen, ...queue]
}

function drop(one: NotificationData | undefined): void {
  if (one?.id) notifications.hide(one.id)
}

function hideWhere(is: (one: NotificationData) => boolean, which?: 'queue'): void {
  for (const one of allToasts(which)) if (is(one)) drop(one)
}

type Show = (text: ReactNode, options?: ToastOptions) => string

/** Hides the toasts of the previous page when another page has opened. */
export function leaveToasts(pathname: string): void {
  hideWhere(one => one['data-at'] !== pathname)
}

export const toast: Record<ToastKind, Show> & { hide: (name: string) => void } = {
  info: (text, options) => show('info', text, options),
  success: (text, options) => show('success', text, options),
  warning: (text, options) => show('warning', text, options),
  error: (text, options) => show('error', text, options),
  help: (text, options) => show('help', text, options),
  adminHelp: (text, options) => show('adminHelp', text, options),
  undo: (text, options) => show('undo', text, options),
  ready: (text, options) => show('ready', text, options),
  /** Hides a toast by its id, or by the id that showing it returned. */
  hide: name => hideWhere(one => one.id === name || one['data-name'] === name)
}
