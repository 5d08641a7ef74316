/**
 * Paying by card in the page. The form sends a card's number to the payment provider only. Our API, the browser's
 * storage and the page data never contain it (D-10).
 */
import { type Ref, useEffect } from 'react'
import type * as z from 'zod/mini'
import type { checkout } from '../../../domain/billing/api.ts'
import { takesCards } from '../../../domain/billing/card-pages.ts'
import { isShell, openedAt } from '../../lib/embedded.ts'

export type Checkout = z.output<typeof checkout>

/** The operations of a card form. All ids come from the provider. */
export interface CardPayer {
  /** Whether the card is complete. Missing parts are marked under their field. */
  isComplete: () => boolean
  /** Creates a payment method from the card in the form. Problems show under its field (BIL-28). */
  createPaymentMethod: () => Promise<string>
  /**
   * Pays, and lets the person authenticate if their bank wants it. If an earlier try succeeded but its response was
   * lost, it does not pay again.
   * @returns the id of the payment
   */
  confirmPayment: (clientSecret: string, paymentMethod: string) => Promise<string>
  /** Lets the person authenticate before their card is saved. */
  confirmSetup: (clientSecret: string) => Promise<void>
  /** Shows a message of our server about the card under its field. */
  refuse: (text: string) => void
}

/** The provider or the bank has refused the card, and nothing was paid. The message is theirs (BIL-28). */
export class CardError extends Error {
  override readonly name = 'CardError'
}

export const STILL_LOADING = 'The card form is still loading. Please try again in a moment.'

export interface CardFormProps {
  checkout: Checkout
  /** False for payments with a saved card: the form has no fields. */
  isShown: boolean
  /** Set when the form replaced the button that was pressed, so its first field takes the focus. */
  takesFocus?: boolean
  ref: Ref<CardPayer>
}

/** Whether the browser lets this document show the provider's fields. The sandbox's fields are our own. */
export function canTakeCards({ sandbox }: Checkout): boolean {
  return sandbox || takesCards(openedAt.split('?', 1)[0] ?? '')
}

/**
 * Call on pages that take cards. The content security policy belongs to the document, so a page that was reached by a
 * link reloads before anything is typed.
 */
export function useCardPage(checkout: Checkout | undefined): void {
  // The service worker's shell never allows the fields, so reloading it would not end.
  const isRefused = checkout !== undefined && !canTakeCards(checkout) && !isShell
  useEffect(() => {
    if (isRefused) window.location.reload()
  }, [isRefused])
}

export function idOfSecret(clientSecret: string): string {
  const [id = ''] = clientSecret.split('_secret_')
  return id
}
