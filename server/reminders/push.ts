/** Sends pushes to devices through the push services of their browsers. Each is encrypted for its browser alone. */
import type { RequestOptions } from 'web-push'
import type { PushAction } from '../../domain/reminders/goal-api.ts'
import type { Database } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import type { Config } from '../lib/config.ts'
import { NotLoaded, requestPublic } from '../uploads/public-fetch.ts'
import type { Device } from './delivery-rows.ts'
import { pushKeys } from './server-keys.ts'

export interface Push {
  text: string
  /** Path of the page that a press opens. */
  path: string
  /** Replaces an earlier push with the same tag, on the device and while the device cannot be reached. */
  tag: string
  /** Seconds that the push service keeps it for a device that cannot be reached. */
  ttl: number
  isUrgent: boolean
  /** Its buttons. */
  actions?: PushAction[]
}

/** The result of a push. `gone`: the browser accepts no more. `put off`: another attempt may succeed. */
export type PushOutcome =
  | { type: 'sent' }
  | { type: 'gone' }
  | { type: 'refused'; reason: string }
  | { type: 'put off'; reason: string; after: number }

const PATIENCE_MS = 15_000
const GONE = [404, 410]

/** Sends a push to a device. Never throws for a network failure. */
export async function sendPush(
  resources: Pick<Resources, 'db' | 'clock' | 'config' | 'network'>,
  device: Device,
  { text, path, tag, ttl, isUrgent, actions = [] }: Push,
  stopping?: AbortSignal
): Promise<PushOutcome> {
  const { network } = resources
  const options = {
    headers: { Authorization: await signatureFor(resources, device.endpoint) },
    TTL: ttl,
    urgency: isUrgent ? 'high' : 'normal',
    topic: tag,
    contentEncoding: 'aes128gcm'
  } as const
  const request = await encrypted(
    device,
    JSON.stringify({ text, path, tag, ...(actions.length > 0 ? { actions } : {}) }),
    options
  )
  // Nothing can reach this device.
  if (!request) return { type: 'gone' }
  const { method, headers, body } = request
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout
  try {
    const response = await requestPublic(network, device.endpoint, {
      method,
      headers,
      body,
      signal,
      schemes: ['https:']
    })
    const { statusCode = 0 } = response
    response.destroy()
    if (statusCode >= 200 && statusCode < 300) return { type: 'sent' }
    if (GONE.includes(statusCode)) return { type: 'gone' }
    const after = Number(response.headers['retry-after'] ?? 0) * 1000
    if (statusCode === 429 || statusCode >= 500) {
      return { type: 'put off', reason: String(statusCode), after: Number.isFinite(after) ? after : 0 }
    }
    return { type: 'refused', reason: String(statusCode) }
  } catch (error) {
    // The address is not public, or is not public any more.
    if (error instanceof NotLoaded) return { type: 'gone' }
    return { type: 'put off', reason: (error as NodeJS.ErrnoException).code ?? 'no connection', after: 0 }
  }
}

/** A signature is valid for twelve hours. */
const SIGNED_MS = 3_600_000
/** Hosts of push services are few. Whoever names more of them in devices only costs us signatures. */
const MOST_SIGNATURES = 100
const signatures = new WeakMap<Database, Map<string, { until: number; text: string }>>()

/** Signs for the push service of an address (VAPID). One signature serves an hour, because it takes as long as all else. */
async function signatureFor(resources: Pick<Resources, 'db' | 'clock' | 'config'>, endpoint: string): Promise<string> {
  const { db, clock, config } = resources
  const { origin } = new URL(endpoint)
  const known = signatures.get(db) ?? new Map<string, { until: number; text: string }>()
  signatures.set(db, known)
  const found = known.get(origin)
  if (found && clock.now() < found.until) return found.text
  const { publicKey, privateKey } = await pushKeys(resources)
  const { default: webPush } = await import('web-push')
  const { Authorization } = webPush.getVapidHeaders(origin, subjectOf(config), publicKey, privateKey, 'aes128gcm')
  if (known.size >= MOST_SIGNATURES) known.clear()
  known.set(origin, { until: clock.now() + SIGNED_MS, text: Authorization })
  return Authorization
}

/** Null for a device whose keys cannot encrypt: they look like keys, but are no points of the curve. */
async function encrypted({ endpoint, p256dh, auth }: Device, text: string, options: RequestOptions) {
  const { default: webPush } = await import('web-push')
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  } catch {
    return null
  }
}

/** The contact for push services when something is wrong. */
function subjectOf({ pushSubject, appUrl, mailFrom }: Config): string {
  if (pushSubject) return pushSubject
  return appUrl?.startsWith('https:') ? appUrl : `mailto:${mailFrom.address}`
}
