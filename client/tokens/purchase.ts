/**
 * The purchase-tokens modal as a value. It opens for any call that is refused for want of tokens, in this one place
 * (D-13); what was refused may leave word how to go on once tokens were bought from here (TOK-48).
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { CallRefused, onRefusal } from '../lib/api.ts'

const open = atom(false)
let onPurchased: (() => void) | null = null

export function usePurchaseOpen(): boolean {
  return useStore(open)
}

export function openPurchase(): void {
  open.set(true)
}

/**
 * Whether a refusal was for want of tokens: the modal says so, and nothing else need.
 * @param again what is tried again once tokens were bought
 */
export function isForTokens(error: unknown, again?: () => void): boolean {
  const is = error instanceof CallRefused && error.body.error_code === 'INSUFFICIENT_TOKENS'
  if (is && again) afterPurchase(again)
  return is
}

/** Dropped when the modal is closed without going on to buy. */
export function afterPurchase(action: () => void): void {
  onPurchased = action
}

export function closePurchase(): void {
  open.set(false)
  onPurchased = null
}

/** The person follows the modal's link: what was refused still waits. */
export function goToPurchase(): void {
  open.set(false)
}

/** Called by whatever sold the tokens; the modal closes, and the refused action runs once. */
export function purchaseSucceeded(): void {
  const action = onPurchased
  open.set(false)
  onPurchased = null
  action?.()
}

onRefusal(({ body }) => {
  if (body.error_code === 'INSUFFICIENT_TOKENS') openPurchase()
})
