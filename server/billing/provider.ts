/**
 * The payment provider: the real one if keys are set, else the sandbox that ships with the product. The official SDK
 * talks to both in the same way. The rest of the server differs only by `mode`, because objects of one provider are
 * unknown at the other.
 */
import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import { FREE_HUT } from '../../domain/billing/api.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../lib/config.ts'
import { type Charging, isFreeHut } from '../tokens/balance-rows.ts'

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

/** Whether there is a provider. An admin may have turned payments off, and it still holds data and subscriptions. */
export const hasProvider = ({ provider }: { provider: Provider }): boolean => provider.publishableKey !== ''

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

/** The settings that a page needs to take cards. The key is empty when payments are off. */
export function checkoutOf(deps: Charging & { provider: Provider }): { publishable_key: string; sandbox: boolean } {
  const { publishableKey, mode } = deps.provider
  return { publishable_key: isFreeHut(deps) ? '' : publishableKey, sandbox: mode === 'sandbox' }
}
