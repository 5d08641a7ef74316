/**
 * Everything that a person did and that waits for the connection: presses of quick-log buttons, logs of a form, ticks,
 * chat messages.
 *
 * How "a quick log in a room" gets from the press to another browser:
 * 1. `sessions/goals/quick-log.ts` adds an item: what to call, with which body, when it was done, and a key of its own.
 *    It is stored at once (`storage.ts`), so that closing the page loses nothing.
 * 2. What is on screen is what the server said plus what waits: the card of the goal adds the waiting items to the
 *    totals of the page by a pure function (`withWaiting`).
 * 3. `create-outbox.ts` sends the items of a scope (the presses of one room) one after another, from whatever page is
 *    open, in one tab (Web Locks), and only while their person is logged in. What fails in a way that may pass is tried
 *    again (`retry.ts`); what the server refuses is shown with "Try again" and "Discard" (`OutboxStatus.tsx`).
 * 4. The server does a key once, at the time that `X-Done-At` says and the server has bounded, and tells the room.
 * 5. The response changes the page's data and the item goes, in one frame; other tabs of this browser are told by a
 *    channel. Other browsers get the room's event over their socket, and the same totals.
 */
import { useStore } from '@nanostores/react'
import type { CallOf, Endpoint, Method, ResponseOf } from '../../domain/lib/endpoint.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { request } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { onBack } from '../lib/identity.ts'
import { serverNow } from '../lib/server-clock.ts'
import { getUser, onUserChange, useUser } from '../lib/user.ts'
import { createOutbox } from './create-outbox.ts'
import { contractName, type Item } from './item.ts'
import { createItemStorage, PREFIX } from './storage.ts'

/** An item of one contract, as its feature made it. */
export interface ItemOf<E, Seen> extends Item {
  body: CallOf<E> extends { body: infer Body extends object } ? Body : object
  seen: Seen
}

/** A call that hangs for so long is given up and tried again, so that it does not hold up what follows it. */
const TIMEOUT_MS = 30_000

interface Handler {
  delivered: (item: never, response: never) => void
  refused: (item: never, error: unknown) => void
}

const handlers = new Map<string, Handler>()
/** Other tabs hear of a response, so that their pages change with it. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

const outbox = createOutbox({
  storage: createItemStorage(() => localStorage),
  locks: typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null,
  send({ contract, params, body, key, person, doneAt }) {
    const [method, path = ''] = contract.split(' ')
    return request(method as Method, fillPath(path, params), body, { key, as: person, doneAt, timeout: TIMEOUT_MS })
  },
  person: () => getUser()?.id ?? null,
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  random: Math.random,
  onDelivered(item, response) {
    deliveredHere(item, response)
    channel?.postMessage({ item, response })
  },
  onRefused(item, error) {
    handlers.get(item.contract)?.refused(item as never, error)
  }
})

export const { change: changeItem, retry, discard, flush, release, kick } = outbox

/** A feature's items: how it adds them, which of them wait, and what a response means for its pages. */
export interface Kind<E extends Endpoint, Seen> {
  add: (
    item: CallOf<E> & { scope: string; text: string; seen: Seen; key?: string },
    options?: { wait?: number; replaces?: boolean }
  ) => void
  /** Of the person who is logged in, without what was refused. */
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
    /** In the tab that sent it. The item stays in the outbox, to be tried again or discarded. */
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

/** The server knew of nothing that waits in this browser, so a page that it rendered is taken over without. */
function useItems(): readonly Item[] {
  const items = useStore(outbox.items)
  return useHydrated() ? items : NOTHING
}

/** One item, whoever is logged in; undefined once the server has it. */
export function useItem(key: string | null): Item | undefined {
  return useItems().find(item => item.key === key)
}

/** Whether it could not be sent at once: it was tried, or waits for an earlier one of its scope that was. */
export function isHeldUp({ person, scope, order }: Pick<Item, 'person' | 'scope' | 'order'>): boolean {
  const before = outbox.items.get().filter(one => one.person === person && one.scope === scope && one.order <= order)
  return before.some(one => one.refused === null && one.tries > 0)
}

const everything = selector<Item>(() => true)

/** Everything of the person who is logged in. */
export function useOutbox(): readonly Item[] {
  return everything(useItems(), useUser()?.id)
}

/** Some of a person's items; the same array while they are the same, so that nothing is drawn again. */
function selector<Selected extends Item>(fits: (item: Item) => boolean) {
  let last: readonly Selected[] = []
  return (items: readonly Item[], person: number | undefined): readonly Selected[] => {
    const found = items.filter((item): item is Selected => item.person === person && fits(item))
    if (found.length !== last.length || found.some((item, index) => item !== last[index])) last = found
    return last
  }
}

let isListening = false

/** Sends what an earlier page left, and from then on whatever waits. */
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
    // What the channel says comes first, so that a response and the end of its wait are seen together.
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

/** @internal For tests: as if the browser had been emptied and the page closed. */
export function resetOutbox(): void {
  for (const item of outbox.items.get()) outbox.discard(item.key)
  outbox.stop()
}
