/**
 * The purchase-tokens modal as a value. It opens for any call that is refused for want of tokens, in this one place
 * (D-13); what was refused may say how to continue once tokens were bought (TOK-48). Another tab may sell them: with
 * keys of the payment provider the modal opens one, because most pages may not take cards.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { CallRefused, onRefusal } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'

const open = atom(false)
/** What was refused, by what it is: the same thing, tried twice, runs once. */
const waiting = new Map<string, () => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('purchase')

export function usePurchaseOpen(): boolean {
  return useStore(open)
}

export function openPurchase(): void {
  open.set(true)
}

/**
 * Whether a refusal was for want of tokens: the modal says so, and nothing else need.
 * @param again what is tried again once tokens were bought
 * @param what names it: a later try of the same thing takes its place
 */
export function isForTokens(error: unknown, again?: () => void, what?: string): boolean {
  const is = error instanceof CallRefused && error.body.error_code === 'INSUFFICIENT_TOKENS'
  if (is && again) afterPurchase(again, what)
  return is
}

/** Dropped when the modal is closed without going on to buy. */
export function afterPurchase(action: () => void, what = 'last'): void {
  waiting.set(what, action)
}

export function closePurchase(): void {
  open.set(false)
  waiting.clear()
}

/** The person follows the modal's link: what was refused still waits. */
export function goToPurchase(): void {
  open.set(false)
}

/**
 * Called by whatever sold the tokens; the modal closes, and each refused action runs once. In other tabs too.
 * @param told what is said there
 */
export function purchaseSucceeded(told: string): void {
  channel?.postMessage({ person: getUser()?.id, told })
  goOn()
}

channel?.addEventListener('message', ({ data: { person, told } }) => {
  if (person !== getUser()?.id || !(open.get() || waiting.size > 0)) return
  toast.success(told)
  goOn()
})

function goOn(): void {
  const actions = [...waiting.values()]
  open.set(false)
  waiting.clear()
  for (const action of actions) action()
}

onRefusal(({ body }) => {
  if (body.error_code === 'INSUFFICIENT_TOKENS') openPurchase()
})
