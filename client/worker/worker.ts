/**
 * The service worker: connects the browser's events with `keep.ts` and `push.ts`. Built as `worker.js`, without
 * imports.
 */
import { type BuiltFiles, createWorker } from './keep.ts'
import { answerPush, type Renewal, renewPush, type Surroundings, showPush } from './push.ts'

/** The build inserts it before this file (vite.config.ts). */
declare const BUILT_FILES: BuiltFiles

/** TypeScript's types of workers exclude those of pages, so the worker's events are declared here. */
interface WorkerEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void
}
interface RequestEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
interface PushEvent extends WorkerEvent {
  data: { text: () => string } | null
}
interface RenewalEvent extends WorkerEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
interface PressEvent extends WorkerEvent {
  notification: Notification
  /** The button that was pressed; '' for the notification itself. */
  action: string
}
type Tabs = Awaited<ReturnType<Surroundings['tabs']>>
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<Tabs>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((type: 'install' | 'activate', on: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', on: (event: RequestEvent) => void) => void) &
    ((type: 'push', on: (event: PushEvent) => void) => void) &
    ((type: 'pushsubscriptionchange', on: (event: RenewalEvent) => void) => void) &
    ((type: 'notificationclick', on: (event: PressEvent) => void) => void)
}

const scope = globalThis as unknown as WorkerScope
const worker = createWorker(BUILT_FILES, { caches, fetch: (...request) => fetch(...request), origin: location.origin })

// A new version waits until no tab uses the previous one. Both find their files until then.
scope.addEventListener('install', event => event.waitUntil(worker.install()))

scope.addEventListener('activate', event => {
  const { registration, clients } = scope
  // Preloading requests a page while the worker is still starting. `claim` makes the first worker control the tab that
  // installed it.
  event.waitUntil(Promise.all([worker.clean(), registration.navigationPreload?.enable(), clients.claim()]))
})

scope.addEventListener('fetch', event => {
  const response = worker.respond(event.request, event.preloadResponse)
  if (response) event.respondWith(response)
})

const surroundings: Surroundings = {
  origin: location.origin,
  show: (title, options) => scope.registration.showNotification(title, options),
  tabs: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: url => scope.clients.openWindow(url)
}

scope.addEventListener('push', event => event.waitUntil(showPush(event.data?.text(), surroundings)))

const calls = {
  renewal: async () => {
    const kept = await (await caches.open('push')).match('/renewal')
    return kept ? ((await kept.json()) as Renewal) : null
  },
  fetch: (path: string, init: RequestInit) => fetch(path, init)
}

scope.addEventListener('pushsubscriptionchange', event =>
  event.waitUntil(
    renewPush(event, { ...calls, subscribe: options => scope.registration.pushManager.subscribe(options) })
  )
)

scope.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(answerPush(event.notification, event.action, { ...surroundings, ...calls }))
})
