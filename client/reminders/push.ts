/** Pushes to this browser: whether they are possible, and asking for permission. */
import * as api from '../../domain/reminders/api.ts'
import { pushSubscription } from '../accounts/push-subscription.ts'
import { call } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import type { Renewal } from '../worker/push.ts'
import { putSettings } from './settings.ts'

/** `blocked` if the person has refused. Only they can change that, in the browser's settings. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

/** Its message says why this browser gets no pushes. */
export class NotAllowed extends Error {}

const BLOCKED = 'This browser blocks notifications from this site. You can allow them in its settings.'

/** Returns the state without asking the person. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return (await pushSubscription()) && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks for permission and registers this browser. Call it after a press on a button that says so. @throws NotAllowed
 */
export async function allowPushes(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed(BLOCKED)
  const worker = await navigator.serviceWorker.register('/worker.js')
  // An existing subscription may be for another key, such as after a new server, or for another person.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const { endpoint = '', keys = {} } = (
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  ).toJSON()
  const { p256dh = '', auth = '' } = keys
  putSettings(await call(api.addPushDevice, { body: { endpoint, keys: { p256dh, auth } } }))
  await keepRenewal({ person: getUser()?.id ?? 0, path: api.addPushDevice.path })
}

/** Stored for the service worker, in case the push service changes the address (client/worker/worker.ts). */
async function keepRenewal(renewal: Renewal): Promise<void> {
  const cache = await caches.open('push')
  // Works without it when the disk is full.
  await cache.put('/renewal', Response.json(renewal)).catch(() => {})
}
