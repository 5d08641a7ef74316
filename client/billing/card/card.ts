/**
 * Paying by card in the page. A card's number goes from the form to the payment provider alone: our own calls, the
 * storage of the browser and the page's data never have it (D-10).
 */
import { type Ref, useEffect } from 'react'
import type * as z from 'zod/mini'
import type { checkout } from '../../../domain/billing/api.ts'
import { takesCards } from '../../../domain/billing/card-pages.ts'
import { isShell, openedAt } from '../../lib/embedded.ts'

export type Checkout = z.output<typeof checkout>

/** What a form of cards does; ids are the provider's. */
export interface CardPayer {
  /** Whether a card was typed in whole; what is missing stands under its field. */
  isComplete: () => boolean
  /** Of the card in the form. What is wrong with that stands under its field (BIL-28). */
  createPaymentMethod: () => Promise<string>
  /**
   * Pays, after asking the person to authenticate where their bank wants it. A payment that went through before, with its
   * response lost, is not made again.
   * @returns the id of the payment
   */
  confirmPayment: (clientSecret: string, paymentMethod: string) => Promise<string>
  /** Lets the person authenticate for a card that is to be saved. */
  confirmSetup: (clientSecret: string) => Promise<void>
  /** Shows under the field what the server was told of the card. */
  refuse: (text: string) => void
}

/** The provider or the bank has refused the card, and nothing was paid; the message is theirs (BIL-28). */
export class CardError extends Error {
  override readonly name = 'CardError'
}

export const STILL_LOADING = 'The card form is still loading. Please try again in a moment.'

export interface CardFormProps {
  checkout: Checkout
  /** Without the fields it pays by saved cards. */
  isShown: boolean
  /** It took the place of the button that was pressed, so its first field has the focus. */
  isAsked?: boolean
  ref: Ref<CardPayer>
}

/** Whether the browser lets this document show the provider's fields; those of the sandbox are our own. */
export function canTakeCards({ sandbox }: Checkout): boolean {
  return sandbox || takesCards(openedAt.split('?', 1)[0] ?? '')
}

/** For a page that takes cards: one that was reached by a link is opened anew, before anything is typed. */
export function useCardPage(checkout: Checkout | undefined): void {
  // The shell would come again, and again without them.
  const isRefused = checkout !== undefined && !canTakeCards(checkout) && !isShell
  useEffect(() => {
    if (isRefused) window.location.reload()
  }, [isRefused])
}

export function idOfSecret(clientSecret: string): string {
  const [id = ''] = clientSecret.split('_secret_')
  return id
}
