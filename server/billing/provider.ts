/**
 * The payment provider: the real one if keys are set, else the sandbox that ships with the product. The official SDK
 * talks to both in the same way. The rest of the server differs only by `mode`, because objects of one provider are
 * unknown at the other.
 */
import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import { FREE_HUT } from '../../domain/billing/api.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import { type Refusal, Refused, refuse } from '../../domain/lib/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../lib/config.ts'
import { type Charging, isFreeHut } from '../tokens/ledger-rows.ts'

export interface Provider {
  stripe: Stripe
  mode: Mode
  publishableKey: string
  webhookSecret: string
}

/** The part of the sandbox that pages reach. */
export interface PageCalls {
  /** Handles a call. The secret key is refused here. */
  handle: (call: {
    method: string
    /** Path and query. */
    url: string
    authorization: string | undefined
    /** Form-encoded. */
    body: string
  }) => Promise<{ status: number; headers: Record<string, string>; body: string }>
}

const UNREACHABLE: Refusal = {
  kind: 'unavailable',
  message: 'We can’t reach the payment provider right now. Nothing was changed. Please try again.',
  retryAfter: 10
}

const PATIENCE = { timeout: 10_000, maxNetworkRetries: 1, telemetry: false }

/** The provider for the keys in the settings. */
export function keyedProvider({
  secretKey,
  publishableKey,
  webhookSecret,
  address
}: NonNullable<Config['stripe']>): Provider {
  const stripe = new Stripe(secretKey, { ...PATIENCE, ...(address ? placeOf(address) : {}) })
  return { stripe, mode: isLive(secretKey) ? 'live' : 'test', publishableKey, webhookSecret }
}

/** Starts the sandbox of this node. Nothing else in `server` imports `sandbox/`, and with keys nothing loads it. */
export async function openSandbox(options: { db: Database; clock: Clock; log: FastifyBaseLogger }) {
  const { startSandbox } = await import('../../sandbox/server.ts')
  return startSandbox(options)
}

/** The provider that calls the sandbox. */
export function sandboxProvider({
  host,
  port,
  secretKey,
  publishableKey,
  webhookSecret
}: Omit<Provider, 'stripe' | 'mode'> & { host: string; port: number; secretKey: string }): Provider {
  const stripe = new Stripe(secretKey, { ...PATIENCE, host, port, protocol: 'http' })
  return { stripe, mode: 'sandbox', publishableKey, webhookSecret }
}

/**
 * The provider for an installation without payments. `needPayments` refuses calls before they reach it. Any other call
 * fails like an unreachable provider.
 */
export function noProvider(): Provider {
  const stripe = new Stripe('sk_test_none', {
    ...PATIENCE,
    maxNetworkRetries: 0,
    host: '127.0.0.1',
    port: 9,
    protocol: 'http'
  })
  return { stripe, mode: 'sandbox', publishableKey: '', webhookSecret: '' }
}

/** Refuses a call while payments are turned off. @throws Refused 409 (D-147) */
export function needPayments(charging: Charging): void {
  if (isFreeHut(charging)) refuse({ kind: 'conflict', message: FREE_HUT })
}

const isLive = (key: string): boolean => /^[rs]k_live_/.test(key)

function placeOf(address: string) {
  const { hostname, port, protocol } = new URL(address)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const)
  }
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

/** The settings that a page needs to take cards. The key is empty when payments are off. */
export function checkoutOf(deps: Charging & { provider: Provider }): { publishable_key: string; sandbox: boolean } {
  const { publishableKey, mode } = deps.provider
  return { publishable_key: isFreeHut(deps) ? '' : publishableKey, sandbox: mode === 'sandbox' }
}
