/** Calls to the payment provider, with its errors as refusals. */
import Stripe from 'stripe'
import { type Refusal, Refused, refuse } from '../../domain/lib/refusal.ts'

const UNREACHABLE: Refusal = {
  kind: 'unavailable',
  message: 'We can’t reach the payment provider right now. Nothing was changed. Please try again.',
  retryAfter: 10
}

/**
 * Awaits a call to the provider and turns its errors into refusals: 503 when it is unreachable, 422 for a declined
 * card. An error in our own request is thrown as it is.
 */
export async function ask<Value>(question: Promise<Value>): Promise<Value> {
  try {
    return await question
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

function refusalOf(error: unknown): Refused | null {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Refused({ kind: 'invalid', fields: { payment_method: error.message }, message: error.message })
  }
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError
  return isOutage ? new Refused(UNREACHABLE, { cause: error }) : null
}

/** Like `ask`, but returns null when the provider does not have the object. */
export async function askFor<Value>(question: Promise<Value>): Promise<Value | null> {
  try {
    return await ask(question)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The provider's error code; null for other errors. */
export function codeOf(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeError ? (error.code ?? null) : null
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/**
 * Detaches a card from its customer. A card that is already detached is fine: the response of an earlier attempt may
 * have been lost.
 */
export async function detachCard(stripe: Stripe, method: string): Promise<void> {
  try {
    await ask(stripe.paymentMethods.detach(method))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** Like `ask`, but throws `refusal` when the provider rejects the object that a person named. */
export async function askOr<Value>(question: Promise<Value>, refusal: Refusal): Promise<Value> {
  try {
    return await ask(question)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refuse(refusal)
    throw error
  }
}

/** The reason of a failed call, for operators. It is the SDK's text, which contains no secret. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Refused && error.cause instanceof Error ? error.cause : error
  return reason instanceof Error ? reason.message : String(reason)
}

/** All pages of a list. */
export async function all<Item>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of list) found.push(item)
  return found
}

/** The id of a reference that may be expanded into its object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}
