/**
 * All actions that wait for the connection: presses of quick-log buttons, logs of a form, ticks, chat messages.
 *
 * How "a quick log in a room" gets from the press to another browser:
 * 1. `sessions/goals/quick-log.ts` adds an item: the call, its body, the time of the press, and a new key. It is stored
 *    at once (`storage.ts`), so that closing the page loses nothing.
 * 2. The screen shows the server's state plus the waiting items: the goal's card adds them to the totals of the page by
 *    a pure function (`withWaiting`).
 * 3. `create-outbox.ts` sends the items of a scope (the presses of one room) one by one. Any open page can send them,
 *    but only one tab does (Web Locks), and only while their person is signed in. Temporary failures are retried
 *    (`retry.ts`). Refusals appear with "Try again" and "Discard" (`OutboxStatus.tsx`).
 * 4. The server runs a key once, at the time in `X-Done-At`, which it limits, and notifies the room.
 * 5. The response changes the page's data and the item ends, in the same frame. A broadcast channel tells other tabs of
 *    this browser. Other browsers get the room's event over their socket, with the same totals.
 */
import { useStore } from '@nanostores/react'
import type { CallOf, Endpoint, Method, ResponseOf } from '../../domain/lib/endpoint.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { request } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { onBack } from '../lib/identity.ts'
import { getUser, onUserChange, useUser } from '../lib/user.ts'
import { createOutbox } from './create-outbox.ts'
import { contractName, type Item } from './item.ts'
import { createItemStorage, PREFIX } from './storage.ts'

/** An item of one contract, as its feature creates it. */
export interface ItemOf<E, Seen> extends Item {
  body: CallOf<E> extends { body: infer Body extends object } ? Body : object
  seen: Seen
}

/** A call without a response fails after this time and is retried, so that it does not delay later items. */
const TIMEOUT_MS = 30_000

interface Handler {
  delivered: (item: never, response: never) => void
  refused: (item: never, error: unknown) => void
}

const handlers = new Map<string, Handler>()
/** Passes responses to other tabs, so that their pages change too. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

const browserLocks = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null

const outbox = createOutbox({
  storage: createItemStorage(() => localStorage),
  locks: browserLocks && {
    request: (name, work) => browserLocks.request(name, work),
    ifFree: (name, work) => browserLocks.request(name, { ifAvailable: true }, lock => lock !== null && work())
  },
  send({ contract, params, body, key, person, doneAt }) {
    const [method, path = ''] = contract.split(' ')
    return request(method as Method, fillPath(path, params), body, { key, as: person, doneAt, timeout: TIMEOUT_MS })
  },
  person: () => getUser()?.id ?? null,
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  serverNow,
  elapsed: () => performance.now(),
  random: Math.random,
  onDelivered(item, response) {
    deliveredHere(item, response)
    channel?.postMessage({ item, response })
  },
  onRefused(item, error) {
    handlers.get(item.contract)?.refused(item as never, error)
  }
})

export const { change: changeItem, retry, discard, takeBack, flush, release, kick } = outbox

/** The outbox of one feature: adds its items, lists the waiting ones, and applies their responses. */
export interface Kind<E extends Endpoint, Seen> {
  add: (
    item: CallOf<E> & { scope: string; text: string; seen: Seen; key?: string },
    options?: { wait?: number; replaces?: boolean }
  ) => void
  /** The waiting items of the signed-in person, without refused ones. */
  waiting: () => readonly ItemOf<E, Seen>[]
  useWaiting: () => readonly ItemOf<E, Seen>[]
  refused: () => readonly ItemOf<E, Seen>[]
  useRefused: () => readonly ItemOf<E, Seen>[]
}

/** @param on called for every item of the contract, in each tab that has loaded the feature */
export function outboxFor<E extends Endpoint, Seen>(
  endpoint: E,
  on: {
    delivered: (item: ItemOf<E, Seen>, response: ResponseOf<E>) => void
    /** Called in the tab that sent the item. The item stays in the outbox until the person retries or discards it. */
    refused: (item: ItemOf<E, Seen>, error: unknown) => void
  }
): Kind<E, Seen> {
  const contract = contractName(endpoint)
  handlers.set(contract, on as Handler)
  const waiting = selector<ItemOf<E, Seen>>(item => item.contract === contract && item.refused === null)
  const refused = selector<ItemOf<E, Seen>>(item => item.contract === contract && item.refused !== null)
  return {
    add({ scope, text, seen, key = randomUuid(), ...input }, options) {
      const person = getUser()?.id
      if (person === undefined) return
      const { params, body = {} } = input as { params?: Record<string, string>; body?: object }
      outbox.add({ key, person, contract, params, body, doneAt: Math.round(serverNow()), scope, text, seen }, options)
    },
    waiting: () => waiting(outbox.items.get(), getUser()?.id),
    useWaiting: () => waiting(useItems(), useUser()?.id),
    refused: () => refused(outbox.items.get(), getUser()?.id),
    useRefused: () => refused(useItems(), useUser()?.id)
  }
}

const NOTHING: readonly Item[] = []

/** The server knows no waiting items, so hydration starts without them. */
function useItems(): readonly Item[] {
  const items = useStore(outbox.items)
  return useHydrated() ? items : NOTHING
}

/** One item of any person; undefined once the server has it. */
export function useItem(key: string | null): Item | undefined {
  return useItems().find(item => item.key === key)
}

/** Whether the item could not be sent at once: it was tried, or waits behind an item of its scope that was. */
export function isHeldUp({ person, scope, order }: Pick<Item, 'person' | 'scope' | 'order'>): boolean {
  const before = outbox.items.get().filter(one => one.person === person && one.scope === scope && one.order <= order)
  return before.some(one => one.refused === null && one.tries > 0)
}

const everything = selector<Item>(() => true)

/** All items of the signed-in person. */
export function useOutbox(): readonly Item[] {
  return everything(useItems(), useUser()?.id)
}

/** Selects items of a person. Returns the same array while they stay the same, to avoid renders. */
function selector<Selected extends Item>(fits: (item: Item) => boolean) {
  let last: readonly Selected[] = []
  return (items: readonly Item[], person: number | undefined): readonly Selected[] => {
    const found = items.filter((item): item is Selected => item.person === person && fits(item))
    if (found.length !== last.length || found.some((item, index) => item !== last[index])) last = found
    return last
  }
}

let isListening = false

/** Sends the items of earlier pages, and from then on all waiting items. */
export function startOutbox(): void {
  outbox.refresh()
  outbox.kick()
  if (isListening) return
  isListening = true
  let person = getUser()?.id
  onUserChange(() => {
    if (getUser()?.id === person) return
    person = getUser()?.id
    outbox.kick()
  })
  onBack(outbox.kick)
  window.addEventListener('online', outbox.kick)
  window.addEventListener('beforeunload', event => {
    if (outbox.items.get().some(({ isUnstored }) => isUnstored)) event.preventDefault()
  })
  window.addEventListener('pageshow', outbox.kick)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') outbox.kick()
  })
  window.addEventListener('storage', ({ key }) => {
    // The channel's message comes first, so that a response and the end of its item appear together.
    if (key === null || key.startsWith(PREFIX)) setTimeout(outbox.watch, 30)
  })
  channel?.addEventListener('message', ({ data }: MessageEvent<{ item: Item; response: unknown }>) => {
    if (data.item.person === getUser()?.id) deliveredHere(data.item, data.response)
    outbox.refresh()
  })
}

function deliveredHere(item: Item, response: unknown): void {
  handlers.get(item.contract)?.delivered(item as never, response as never)
}

/** @internal For tests. Empties the outbox and resets the page. */
export function resetOutbox(): void {
  for (const item of outbox.items.get()) outbox.discard(item.key)
  outbox.stop()
}
