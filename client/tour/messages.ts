/** The messages that are shown only once: the welcome and the goal tour (D-123, D-124). */
import { atom } from 'nanostores'
import { type ReadableKey, readNewMessage } from '../../domain/tour/api.ts'
import { type GoalMoment, type GoalTip, goalTipsAt } from '../../domain/tour/goal-tips.ts'
import { call } from '../lib/api.ts'
import { readStored, store } from '../lib/storage.ts'
import { getUser, setUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** The toast that offers the tour. */
export const WELCOME = 'welcome'

interface ShownTip extends GoalTip {
  /** The `data-tour` of the element that it explains. */
  target: string
}

/** The tips to show; the first one is on screen. */
export const goalTips = atom<readonly ShownTip[]>([])

/**
 * Call when a goal or log is created. Shows tips on pages of My area only, because only those have the explained
 * elements.
 * @param logged the goal of the log
 */
export function showGoalTips(moment: GoalMoment, logged?: number): void {
  const user = getUser()
  // While the welcome is pending, shows no other message.
  const isGreeted = moment === 'no goals yet' && user?.is_new === 1
  const isBusy = isGreeted || tourStep.get() !== null || goalTips.get().length > 0
  if (!user || isBusy || !window.location.pathname.startsWith('/my/')) return
  const tips = goalTipsAt(moment, user)
  if (tips.length === 0) return
  // One tip at a time.
  toast.hide(WELCOME)
  goalTips.set(tips.map(tip => ({ ...tip, target: tip.key === 'newCreateLog' ? `${tip.key}-${logged}` : tip.key })))
}

/** Marks a message as read here and on the server, so that it appears on no device again (TOUR-41, TOUR-42). */
export function markRead(message_key: ReadableKey): void {
  const user = getUser()
  if (!user) return
  if (message_key === 'is_new') setUser({ ...user, is_new: 0 })
  else setUser({ ...user, new_messages: { ...user.new_messages, [message_key]: 0 } })
  // If this fails, without a connection or after the login ended, the message appears once more later.
  call(readNewMessage, { body: { message_key }, isUnasked: true }).catch(() => {})
}

/** The current step of the welcome tour, stored per tab, so that a reload continues with it. */

const KEPT = 'tour'

/** From 0; null while there is no tour. */
export const tourStep = atom<number | null>(kept())
// Without storage the tour ends with the page.
tourStep.listen(step => void store(KEPT, step === null ? null : String(step), 'sessionStorage'))

/** Whether to offer the tour on this page. Not in a room, because a person who registered there wants to join first. */
export const isOfferedAt = (pathname: string): boolean =>
  /^\/(?:sessions|events|activities|groups|huts|account|my\/\w+)?\/?$/.test(pathname)

export const startTour = (): void => tourStep.set(0)
export const endTour = (): void => tourStep.set(null)

function kept(): number | null {
  const step = Number(readStored(KEPT, 'sessionStorage') ?? Number.NaN)
  return Number.isInteger(step) ? step : null
}
