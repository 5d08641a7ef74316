/** Pushes to this browser: whether it takes them, asking for the permission, and stopping. */
import * as api from '../../domain/reminders/api.ts'
import { call } from '../lib/api.ts'
import { within } from '../lib/line.ts'
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
}

/** The server forgets the device with the login; this is for the browser, and holds up nothing. */
export async function stopPushes(): Promise<void> {
  const stop = async () => (await subscription())?.unsubscribe()
  await within(LOGOUT_PATIENCE, stop()).catch(() => {})
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return (await worker?.pushManager?.getSubscription()) ?? null
}
