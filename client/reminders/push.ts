/** Pushes to this browser: whether it takes them, asking for the permission, and stopping. */
import * as api from '../../domain/reminders/api.ts'
import { call } from '../lib/api.ts'
import { within } from '../lib/line.ts'
import { getUser } from '../lib/user.ts'
import type { Renewal } from '../worker/push.ts'
import { putSettings } from './settings.ts'

/** `blocked` where the person has refused; only they can change that, in the browser. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

/** In words, why this browser is not asked. */
export class NotAllowed extends Error {}

const BLOCKED =
  'This browser does not let this site show notifications. You can allow them in its settings for the site.'
const LOGOUT_PATIENCE = 1000

/** Asks nobody anything. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks for the permission; call it when the person has pressed a button that says so. @throws NotAllowed */
export async function allowPushes(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed(BLOCKED)
  const worker = await navigator.serviceWorker.register('/worker.js')
  // Of another key, as after a new server in its place, or of another person.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const { endpoint = '', keys = {} } = (
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  ).toJSON()
  const { p256dh = '', auth = '' } = keys
  putSettings(await call(api.addPushDevice, { body: { endpoint, keys: { p256dh, auth } } }))
  await keepRenewal({ person: getUser()?.id ?? 0, path: api.addPushDevice.path })
}

/** For the service worker, when the push service gives the browser another address (client/worker/worker.ts). */
async function keepRenewal(renewal: Renewal): Promise<void> {
  const cache = await caches.open('push')
  // A full disk is no reason to fail.
  await cache.put('/renewal', Response.json(renewal)).catch(() => {})
}

/** The server forgets the device with the login; this is for the browser, and holds up nothing. */
export async function stopPushes(): Promise<void> {
  const stop = async (): Promise<void> => {
    await (await subscription())?.unsubscribe()
    await caches.delete('push')
  }
  await within(LOGOUT_PATIENCE, stop()).catch(() => {})
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return (await worker?.pushManager?.getSubscription()) ?? null
}
