/**
 * The payment provider: the real one by the keys of the settings, or the sandbox that ships with the product. Both speak
 * the same interface to the official SDK, and nothing else of the server knows which of them it is, apart from `mode`:
 * what was made at one is unknown at the other.
 */
import Stripe from 'stripe'
import { FREE_HUT } from '../../domain/billing/api.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import { type Refusal, Refused, refuse } from '../../domain/lib/refusal.ts'
import type { Config } from '../lib/config.ts'
import { type Charging, isFreeHut } from '../tokens/ledger-rows.ts'
import type { Sandbox } from './sandbox/server.ts'

export interface Provider {
  stripe: Stripe
  mode: Mode
  publishableKey: string
  webhookSecret: string
}

const UNREACHABLE: Refusal = {
  kind: 'unavailable',
  message: 'The payment provider cannot be reached at the moment. Nothing was changed. Please try again.',
  retryAfter: 10
}

const PATIENCE = { timeout: 10_000, maxNetworkRetries: 1, telemetry: false }

export function keyedProvider({
  secretKey,
  publishableKey,
  webhookSecret,
  address
}: NonNullable<Config['stripe']>): Provider {
  const stripe = new Stripe(secretKey, { ...PATIENCE, ...(address ? placeOf(address) : {}) })
  return { stripe, mode: isLive(secretKey) ? 'live' : 'test', publishableKey, webhookSecret }
}

export function sandboxProvider({ host, port, secretKey, publishableKey, webhookSecret }: Sandbox): Provider {
  const stripe = new Stripe(secretKey, { ...PATIENCE, host, port, protocol: 'http' })
  return { stripe, mode: 'sandbox', publishableKey, webhookSecret }
}

/** Where payments are off nobody asks the provider (`needPayments`); whoever does gets the refusal of one that is away. */
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

/** @throws Refused 409 in a hut that is free (D-147) */
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
 * Asks the provider. Its faults become refusals: 503 while it cannot be reached, 422 for a card that it declines.
 * What we have sent wrongly stays an error of ours.
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

/** Null instead of an error for what the provider does not have. */
export async function askFor<Value>(question: Promise<Value>): Promise<Value | null> {
  try {
    return await ask(question)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What the provider calls an error; null for one that is not its own. */
export function codeOf(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeError ? (error.code ?? null) : null
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Takes a card off its customer. One that is off already is right too: an earlier try may have lost its answer. */
export async function detachCard(stripe: Stripe, method: string): Promise<void> {
  try {
    await ask(stripe.paymentMethods.detach(method))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** Refuses when what a person named is not at the provider, or not as it has to be. */
export async function askOr<Value>(question: Promise<Value>, refusal: Refusal): Promise<Value> {
  try {
    return await ask(question)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refuse(refusal)
    throw error
  }
}

/** Why the provider could not be asked, for operators: the text of the SDK, which names no secret. */
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

/** The id of what may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** What a page has to know to take cards. */
export function checkoutOf({ provider }: { provider: Provider }): { publishable_key: string; sandbox: boolean } {
  return { publishable_key: provider.publishableKey, sandbox: provider.mode === 'sandbox' }
}
