/**
 * Short messages in the corner. Info and success stay until clicked, the others disappear by themselves (HDR-32..HDR-41,
 * D-129). The newest three are on screen, or the newest on a phone, and twenty are kept. A toast with the same text or id
 * replaces the earlier one (D-135). Toasts with Undo may have the same text, because each undoes its own deletion.
 */
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './toast.module.css'

const MOST_TOASTS = 20

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

export interface Toast {
  /** Differs for each toast, so that one that replaces another is announced and timed again. */
  number: number
  id: string
  kind: ToastKind
  text: ReactNode
  at: string | undefined
  /** Milliseconds until it disappears, or false if it stays. */
  time: number | false
  isUrgent: boolean
  /** Errors and warnings interrupt a screen reader. The list announces the others in a pause. */
  role: 'alert' | undefined
  icon: ReactNode
  /** The text with its link and its button. */
  content: ReactNode
}

/** All toasts, newest first. */
export const allToasts = atom<readonly Toast[]>([])

let count = 0

function show(kind: ToastKind, text: ReactNode, { id, link, action, at, goesAfter }: ToastOptions = {}): string {
  // `messageOf` returns an empty text for a call that was skipped.
  if (text === '') return ''
  const number = ++count
  const { icon: Icon, time } = KINDS[kind]
  const shown: Toast = {
    number,
    id: id ?? `toast ${number}`,
    kind,
    text,
    at,
    time: goesAfter ?? time,
    isUrgent: URGENT.includes(kind),
    role: kind === 'error' || kind === 'warning' ? 'alert' : undefined,
    icon: <Icon size={22} aria-hidden />,
    content: (
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
  }
  const isReplaced = (one: Toast): boolean => one.id === shown.id || (one.text === text && one.kind !== 'undo')
  const others = allToasts.get().filter(one => !isReplaced(one))
  allToasts.set([shown, ...others].slice(0, MOST_TOASTS))
  return shown.id
}

function hideWhere(is: (one: Toast) => boolean): void {
  const all = allToasts.get()
  const kept = all.filter(one => !is(one))
  if (kept.length < all.length) allToasts.set(kept)
}

type Show = (text: ReactNode, options?: ToastOptions) => string

/** Hides the toasts of the previous page when another page has opened. A toast with Undo stays for its whole time. */
export function leaveToasts(pathname: string): void {
  hideWhere(one => one.at !== pathname && one.kind !== 'undo')
}

export function clearToasts(): void {
  allToasts.set([])
}

export const toast: Record<ToastKind, Show> & { hide: (id: string) => void } = {
  info: (text, options) => show('info', text, options),
  success: (text, options) => show('success', text, options),
  warning: (text, options) => show('warning', text, options),
  error: (text, options) => show('error', text, options),
  help: (text, options) => show('help', text, options),
  adminHelp: (text, options) => show('adminHelp', text, options),
  undo: (text, options) => show('undo', text, options),
  ready: (text, options) => show('ready', text, options),
  hide: id => hideWhere(one => one.id === id)
}
