/** The browser's subscription to pushes, which ends when the person signs out. */
import { within } from '../lib/connection.ts'

const LOGOUT_PATIENCE = 1000

export async function pushSubscription(): Promise<PushSubscription | null> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return (await worker?.pushManager?.getSubscription()) ?? null
}

/** Stops pushes in the browser and waits at most a second. The server removes the device with the login. */
export async function stopPushes(): Promise<void> {
  const stop = async (): Promise<void> => {
    await (await pushSubscription())?.unsubscribe()
    await caches.delete('push')
  }
  await within(LOGOUT_PATIENCE, stop()).catch(() => {})
}
