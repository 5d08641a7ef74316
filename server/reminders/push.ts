/** Pushes to a device, by the push service of its browser. What it says is encrypted for that browser alone. */
import webPush from 'web-push'
import type { Resources } from '../dependencies.ts'
import type { Config } from '../lib/config.ts'
import { NotLoaded, requestPublic } from '../uploads/public-fetch.ts'
import type { Device } from './delivery-rows.ts'
import { pushKeys } from './server-keys.ts'

export interface Push {
  text: string
  /** Path of the page that a press opens. */
  path: string
  /** What replaces an earlier one, on the device and while the device cannot be reached. */
  tag: string
  /** For how many seconds the push service keeps it for a device that cannot be reached. */
  ttl: number
  isUrgent: boolean
}

/** What became of it. The device is `gone` when its browser takes no more; another time may do better where it is `put off`. */
export type PushOutcome =
  | { type: 'sent' }
  | { type: 'gone' }
  | { type: 'refused'; reason: string }
  | { type: 'put off'; reason: string; after: number }

const PATIENCE_MS = 15_000
const GONE = [404, 410]

export async function sendPush(
  resources: Pick<Resources, 'db' | 'clock' | 'config' | 'network'>,
  device: Device,
  { text, path, tag, ttl, isUrgent }: Push,
  stopping?: AbortSignal
): Promise<PushOutcome> {
  const { config, network } = resources
  const options = {
    vapidDetails: { subject: subjectOf(config), ...(await pushKeys(resources)) },
    TTL: ttl,
    urgency: isUrgent ? 'high' : 'normal',
    topic: tag,
    contentEncoding: 'aes128gcm'
  } as const
  const request = encrypted(device, JSON.stringify({ text, path, tag }), options)
  // Nothing will ever reach it.
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
    // An address that is not on the open internet, or has become one that is not.
    if (error instanceof NotLoaded) return { type: 'gone' }
    return { type: 'put off', reason: (error as NodeJS.ErrnoException).code ?? 'no connection', after: 0 }
  }
}

/** Null for a device whose keys encrypt nothing: they have the form of keys, but are no point of the curve. */
function encrypted({ endpoint, p256dh, auth }: Device, text: string, options: webPush.RequestOptions) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  } catch {
    return null
  }
}

/** Whom a push service asks when something is wrong. */
function subjectOf({ pushSubject, appUrl, mailFrom }: Config): string {
  if (pushSubject) return pushSubject
  return appUrl?.startsWith('https:') ? appUrl : `mailto:${mailFrom.address}`
}
