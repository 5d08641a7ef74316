/** Handles pushes and presses on notifications in the service worker, without the browser's events. */

/** The payload from the server (server/reminders/push.ts). */
interface Pushed {
  text: string
  path: string
  tag: string
  /** Its buttons, and the call that each makes. */
  actions?: PushedAction[]
}

interface PushedAction {
  action: string
  title: string
  path: string
  body: unknown
}

/**
 * The person who gets pushes in this browser, and the API path that stores its address. The page stores it
 * (client/reminders/push.ts).
 */
export interface Renewal {
  person: number
  path: string
}

type Address = Pick<PushSubscription, 'toJSON' | 'unsubscribe'>

export interface RenewalSurroundings {
  renewal: () => Promise<Renewal | null>
  subscribe: (options: PushSubscriptionOptions) => Promise<Address>
  fetch: (path: string, init: RequestInit) => Promise<Response>
}

interface Tab {
  url: string
  visibilityState: DocumentVisibilityState
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}

export interface Surroundings {
  origin: string
  show: (title: string, options: NotificationOptions) => Promise<void>
  tabs: () => Promise<readonly Tab[]>
  open: (url: string) => Promise<unknown>
}

/** Shows a push, unless the person sees its page. Replaces a notification with the same tag. */
export async function showPush(text: string | undefined, { origin, show, tabs }: Surroundings): Promise<void> {
  const pushed = read(text)
  const address = new URL(pushed.path, origin).href
  const isSeen = (await tabs()).some(({ url, visibilityState }) => visibilityState === 'visible' && url === address)
  if (isSeen) return
  const { path, actions = [] } = pushed
  await show(pushed.text, {
    ...{ tag: pushed.tag, data: path, icon: '/icon-192.png' },
    ...(actions.length > 0 && {
      data: { path, actions },
      actions: actions.map(({ action, title }) => ({ action, title }))
    })
  })
}

export interface AnswerSurroundings extends Surroundings, Pick<RenewalSurroundings, 'renewal' | 'fetch'> {}

/** Answers a press on a notification or on one of its buttons. A button makes its call without opening a page. */
export async function answerPush(
  { data, title, tag }: Pick<Notification, 'data' | 'title' | 'tag'>,
  action: string,
  surroundings: AnswerSurroundings
): Promise<void> {
  const { path = data, actions = [] } = (data ?? {}) as { path?: unknown; actions?: PushedAction[] }
  const chosen = actions.find(one => one.action === action)
  if (!chosen) return openPushed(path, surroundings)
  if (await makeCall(chosen, surroundings)) return
  const again = { tag, data: path, icon: '/icon-192.png' }
  await surroundings.show(`${title}: that didn’t work. Press to open it.`, again)
}

/** Returns whether the server did it. It never calls another site. */
async function makeCall(
  { path, body }: PushedAction,
  { origin, renewal, fetch }: AnswerSurroundings
): Promise<boolean> {
  if (new URL(path, origin).origin !== origin) return false
  const person = (await renewal())?.person
  const headers = {
    ...{ accept: 'application/json', 'content-type': 'application/json' },
    ...(person ? { 'x-person': String(person) } : {})
  }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  return response?.ok ?? false
}

/**
 * Opens the page of a push: in the tab that shows it, else in any tab of the site, else in a new one.
 * @internal Exported for tests too.
 */
export async function openPushed(path: unknown, { origin, tabs, open }: Surroundings): Promise<void> {
  const address = new URL(typeof path === 'string' ? path : '/', origin)
  // Never opens another site.
  const { href } = address.origin === origin ? address : new URL('/', origin)
  const all = await tabs()
  const tab = all.find(({ url }) => url === href) ?? all[0]
  if (!tab) {
    await open(href)
    return
  }
  await tab.focus()
  // The worker cannot navigate a tab that it does not control.
  if (tab.url !== href) await tab.navigate(href).catch(() => open(href))
}

/**
 * Sends the browser's new push address to the server for the person who allowed pushes. If nobody or someone else is
 * signed in, stops pushes to this browser.
 */
export async function renewPush(
  { oldSubscription, newSubscription }: { oldSubscription?: PushSubscription | null; newSubscription?: Address | null },
  { renewal, subscribe, fetch }: RenewalSurroundings
): Promise<void> {
  const to = await renewal()
  if (!to) return
  const address = newSubscription ?? (oldSubscription && (await subscribe(oldSubscription.options)))
  if (!address) return
  const { endpoint, keys } = address.toJSON()
  const { ok, status } = await fetch(to.path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-person': String(to.person) },
    body: JSON.stringify({ endpoint, keys })
  })
  if (!ok && status < 500 && status !== 429) await address.unsubscribe()
}

function read(text: string | undefined): Pushed {
  try {
    const { text: words, path, tag, actions } = JSON.parse(text ?? '') as Pushed
    if (typeof words === 'string' && typeof path === 'string' && typeof tag === 'string') {
      return { text: words, path, tag, ...(Array.isArray(actions) && { actions }) }
    }
  } catch {}
  // A push must show a notification. Otherwise the browser may show its own text, or revoke the permission.
  return { text: 'There’s something new.', path: '/my/inbox', tag: 'inbox' }
}
