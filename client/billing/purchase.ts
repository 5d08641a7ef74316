/**
 * State of the purchase modal. It opens for any call that is refused for missing tokens (D-13). The refused action can
 * be repeated after the purchase (TOK-48). Another tab may sell the tokens: with keys of the payment provider the modal
 * opens one, because most pages may not take cards.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { CallRefused, onRefusal } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'

const open = atom(false)
/** The refused actions by name, so that repeated tries of the same action run once. */
const waiting = new Map<string, () => unknown>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('purchase')

export function usePurchaseOpen(): boolean {
  return useStore(open)
}

export function openPurchase(): void {
  open.set(true)
}

/**
 * Whether a call was refused for missing tokens. The modal then explains it, so the caller shows nothing.
 * @param again runs after the purchase
 * @param what names the action; a later try of the same action replaces it
 */
export function askForTokens(error: unknown, again?: () => void, what?: string): boolean {
  const is = error instanceof CallRefused && error.body.error_code === 'INSUFFICIENT_TOKENS'
  if (is && again) afterPurchase(again, what)
  return is
}

/** Runs an action after the purchase. Closing the modal without buying drops it. */
export function afterPurchase(action: () => unknown, what = 'last'): void {
  waiting.set(what, action)
}

export function closePurchase(): void {
  open.set(false)
  waiting.clear()
}

/** The person follows the modal's link; refused actions keep waiting. */
export function goToPurchase(): void {
  open.set(false)
}

/**
 * Call after tokens were bought. Closes the modal and runs each refused action once, also in other tabs. Resolves
 * when the actions of this tab have finished.
 * @param message shown in other tabs
 */
export function purchaseSucceeded(message: string): Promise<void> {
  channel?.postMessage({ person: getUser()?.id, told: message })
  return runWaitingActions()
}

channel?.addEventListener('message', ({ data: { person, told: message } }) => {
  if (person !== getUser()?.id || !(open.get() || waiting.size > 0)) return
  toast.success(message)
  void runWaitingActions()
})

async function runWaitingActions(): Promise<void> {
  const actions = [...waiting.values()]
  open.set(false)
  waiting.clear()
  await Promise.all(actions.map(action => action()))
}

onRefusal(({ body }) => {
  if (body.error_code === 'INSUFFICIENT_TOKENS') openPurchase()
})
