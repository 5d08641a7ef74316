/** The messages that are shown once: the welcome and the goal tour (D-123, D-124). */
import { atom } from 'nanostores'
import { type ReadableKey, readNewMessage } from '../../domain/tour/api.ts'
import { type GoalMoment, type GoalTip, goalTipsAt } from '../../domain/tour/goal-tips.ts'
import { call } from '../lib/api.ts'
import { getUser, setUser } from '../lib/user.ts'
import { tourStep } from './tour.ts'

/** Those to show, the first now. */
export const goalTips = atom<readonly GoalTip[]>([])

/** Told by what makes goals and logs; only My area has what they point at. */
export function tellGoalMoment(moment: GoalMoment): void {
  const user = getUser()
  // Who is being welcomed is told one thing at a time.
  const isGreeted = moment === 'no goals yet' && user?.is_new === 1
  const isBusy = isGreeted || tourStep.get() !== null || goalTips.get().length > 0
  if (!user || isBusy || !window.location.pathname.startsWith('/my/')) return
  const tips = goalTipsAt(moment, user)
  if (tips.length > 0) goalTips.set(tips)
}

/** Here at once, and on the server, so that it is shown on no device again (TOUR-41, TOUR-42). */
export function markRead(message_key: ReadableKey): void {
  const user = getUser()
  if (!user) return
  if (message_key === 'is_new') setUser({ ...user, is_new: 0 })
  else setUser({ ...user, new_messages: { ...user.new_messages, [message_key]: 0 } })
  // Without a line, or after the login ended, it is shown once more another time.
  call(readNewMessage, { body: { message_key }, isUnasked: true }).catch(() => {})
}
