/**
 * Short messages in the corner. Info and success stay until clicked, the others go by themselves (HDR-32..HDR-41,
 * D-129). Over twenty, the oldest goes.
 */
import { notifications, notificationsStore } from '@mantine/notifications'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './toast.module.css'

export const MOST_TOASTS = 20

const KINDS = {
  info: { time: false, icon: IconInfoCircle },
  success: { time: false, icon: IconCircleCheck },
  warning: { time: 60_000, icon: IconAlertTriangle },
  error: { time: 5000, icon: IconAlertTriangle },
  help: { time: 5000, icon: IconHelpCircle },
  adminHelp: { time: 10_000, icon: IconHelpCircle },
  ready: { time: 6000, icon: IconBell }
} as const
export type ToastKind = keyof typeof KINDS

export interface ToastOptions {
  /** A second toast with the id of one on screen is not shown. */
  id?: string
  /** "View Goal" after "Goal created successfully!". */
  link?: { label: string; to: string }
  /** A control of the caller's own, such as Undo. */
  action?: { label: string; run: () => void }
}

function show(kind: ToastKind, text: ReactNode, { id, link, action }: ToastOptions = {}): string {
  // What is skipped has no message (`messageOf`).
  if (text === '') return ''
  const { time, icon: Icon } = KINDS[kind]
  const [oldest] = notificationsStore.getState().notifications
  if (oldest?.id && notificationsStore.getState().notifications.length >= MOST_TOASTS) notifications.hide(oldest.id)
  const shown: string = notifications.show({
    id,
    autoClose: time,
    // Problems interrupt a screen reader, the rest waits for a pause.
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    'data-kind': kind,
    icon: <Icon size={22} aria-hidden />,
    classNames: { root: classes.root, icon: classes.icon, description: classes.text },
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
  return shown
}

type Show = (text: ReactNode, options?: ToastOptions) => string

export const toast: Record<ToastKind, Show> & { hide: (id: string) => void } = {
  info: (text, options) => show('info', text, options),
  success: (text, options) => show('success', text, options),
  warning: (text, options) => show('warning', text, options),
  error: (text, options) => show('error', text, options),
  help: (text, options) => show('help', text, options),
  adminHelp: (text, options) => show('adminHelp', text, options),
  ready: (text, options) => show('ready', text, options),
  hide: id => {
    notifications.hide(id)
  }
}
