/** The outbox without its environment. Tests pass their own storage, locks, clock and network. */
import { atom, type WritableAtom } from 'nanostores'
import { isLoginRefusal, Skipped } from '../lib/api.ts'
import { askedDelay, type Item, isRefused, LONGEST_ASKED_MS, LONGEST_MS, retryDelay } from './item.ts'
import type { ItemStorage } from './storage.ts'

/** Another tab sends its own items. After this time this tab sends them, in case that tab is gone. */
const OTHER_TAB_MS = 5000
/** The wait after a skipped call, because the same call was in flight. */
const SKIPPED_MS = 1000

interface Surroundings {
  storage: ItemStorage
  /** Null in browsers without Web Locks. Two tabs may then send the same item, but the server runs it once. */
  locks: {
    request: (name: string, work: () => Promise<void>) => Promise<unknown>
    /** Does nothing and returns false while another holder has the lock. */
    ifFree: (name: string, work: () => boolean) => Promise<boolean>
  } | null
  send: (item: Item) => Promise<unknown>
  /** Id of the signed-in person. */
  person: () => number | null
  isOnline: () => boolean
  /** The device's clock, in ms since 1970. */
  now: () => number
  /** The server's clock, in ms since 1970, as far as the page knows it. */
  serverNow: () => number
  /** Milliseconds since the page was opened, by a clock that nobody sets. */
  elapsed: () => number
  random: () => number
  onDelivered: (item: Item, response: unknown) => void
  onRefused: (item: Item, error: unknown) => void
}

export type NewItem = Pick<
  Item,
  'key' | 'person' | 'contract' | 'params' | 'body' | 'doneAt' | 'scope' | 'text' | 'seen'
>

export interface Outbox {
  /** The items of all people who use this browser, in order. */
  items: WritableAtom<readonly Item[]>
  /**
   * @param wait ms until it is sent, for items that are collected first
   * @param replaces removes the unsent items of its scope
   */
  add: (item: NewItem, options?: { wait?: number; replaces?: boolean }) => void
  change: (key: string, change: Partial<Item>) => void
  /** Sends a refused item again, with its key. */
  retry: (key: string) => void
  discard: (key: string) => void
  /** Removes an item that was never sent. Returns false when it was, or is being sent. */
  takeBack: (key: string) => Promise<boolean>
  /** Sends the collected items of a scope now. */
  flush: (scope: string) => void
  /**
   * Ends the wait of the collected items of a scope, so that the next page sends them at once. Does not send from this
   * page.
   */
  release: (scope: string) => void
  /** Reads the changes of other tabs. */
  refresh: () => void
  /** Sends the items of another tab once that tab is gone. */
  watch: () => void
  /** Tries everything now. Call when the page, the connection or the person is back. */
  kick: () => void
  /** Resets the memory of this page; stored items stay. */
  stop: () => void
}

export function createOutbox(on: Surroundings): Outbox {
  const { items, refresh, find, mine, scopes, first, change, remove } = createItems(on)
  const running = new Map<string, { again: boolean }>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const sending = new Set<string>()
  /** Scopes that wait for their person to sign in again. */
  const parked = new Set<string>()
  /** The ends of the waits that the server asked for, by the clock of `elapsed`. The keys are `retryAt`. */
  const ends = new Map<number, number>()
  let life = 0

  /** How long an item still waits, in ms. */
  const waitOf = ({ notBefore, retryAt }: Item): number =>
    Math.max(0, possible(notBefore - on.now(), LONGEST_MS), askedWait(retryAt))

  /**
   * How long the wait that the server asked for still lasts. The page measures it by `elapsed` from when it first sees
   * it, so setting the device's clock doesn't make it longer. `elapsed` may stand still while the device sleeps, so the
   * wait also ends by the server's clock.
   */
  function askedWait(retryAt: number): number {
    const left = retryAt - on.serverNow()
    const end = ends.get(retryAt) ?? on.elapsed() + possible(left, LONGEST_ASKED_MS)
    ends.set(retryAt, end)
    return Math.min(left, end - on.elapsed())
  }

  /** A longer wait than possible comes from before the device's clock was set back, so it counts as over. */
  const possible = (wait: number, longest: number): number => (wait > longest ? 0 : wait)

  /** Sends the items of a scope in order, as far as possible now. A lock lets only one tab do so. */
  function run(scope: string): void {
    const already = running.get(scope)
    if (already) {
      already.again = true
      return
    }
    const person = on.person()
    if (person === null || !first(scope)) return
    const mineNow = { again: false }
    const started = life
    running.set(scope, mineNow)
    const work = (): Promise<void> => drain(scope, started)
    const locked = on.locks ? on.locks.request(lockOf(person, scope), work).catch(work) : work()
    void locked.finally(() => {
      if (running.get(scope) !== mineNow) return
      running.delete(scope)
      if (mineNow.again) run(scope)
      else schedule(scope)
    })
  }

  async function drain(scope: string, started: number): Promise<void> {
    for (;;) {
      refresh()
      const item = first(scope)
      if (!item || life !== started || parked.has(scope) || !on.isOnline() || waitOf(item) > 0) return
      if (!(await deliver(item, started))) return
    }
  }

  /** Returns whether the next item may follow. */
  async function deliver(item: Item, started: number): Promise<boolean> {
    sending.add(item.key)
    let response: unknown
    try {
      response = await on.send(item)
    } catch (error) {
      if (life !== started) return false
      return failed(item, error)
    } finally {
      sending.delete(item.key)
    }
    if (life !== started) return false
    // The response's changes and the end of the item appear in the same frame.
    try {
      on.onDelivered(item, response)
    } catch (thrown) {
      console.error(thrown)
    }
    remove(item)
    return true
  }

  function failed(item: Item, error: unknown): boolean {
    if (isLoginRefusal(error)) {
      parked.add(item.scope)
      change(item.key, { tries: item.tries + 1 })
      return false
    }
    if (error instanceof Skipped) {
      change(item.key, { notBefore: on.now() + SKIPPED_MS })
      return false
    }
    if (!isRefused(error, item.tries)) {
      const tries = item.tries + 1
      const asked = askedDelay(error)
      // A time that nobody asked for would hold the item up when the device’s clock is set back.
      const retryAt = asked > 0 ? on.serverNow() + asked : 0
      change(item.key, { tries, notBefore: on.now() + retryDelay(tries, on.random()), retryAt })
      return false
    }
    change(item.key, { refused: error.message, refusal: { status: error.status, body: error.body } })
    on.onRefused(item, error)
    return true
  }

  /** Sets the timer for the first waiting item of a scope. */
  function schedule(scope: string, atLeast = 0): void {
    clearTimeout(timers.get(scope))
    timers.delete(scope)
    const item = first(scope)
    if (!item || parked.has(scope) || !on.isOnline()) return
    timers.set(
      scope,
      setTimeout(() => run(scope), Math.max(atLeast, waitOf(item)))
    )
  }

  function release(scope: string): void {
    for (const item of mine()) {
      if (item.scope === scope && item.refused === null && item.notBefore > 0) change(item.key, { notBefore: 0 })
    }
  }

  return {
    items,
    change,
    refresh,
    release,
    add(item, { wait = 0, replaces = false } = {}) {
      refresh()
      const order = Math.max(0, ...items.get().map(one => one.order)) + 1
      if (replaces) {
        for (const one of mine()) {
          const isWaiting = one.scope === item.scope && one.refused === null && !sending.has(one.key)
          if (isWaiting) on.storage.remove(one)
        }
      }
      on.storage.put({
        ...item,
        order,
        tries: 0,
        notBefore: wait > 0 ? on.now() + wait : 0,
        retryAt: 0,
        refused: null
      })
      refresh()
      if (running.has(item.scope) || wait === 0) run(item.scope)
      else schedule(item.scope)
    },
    retry(key) {
      change(key, { refused: null, refusal: undefined, notBefore: 0, retryAt: 0 })
      const item = find(key)
      if (item) run(item.scope)
    },
    discard(key) {
      const item = find(key)
      if (item) remove(item)
    },
    async takeBack(key) {
      refresh()
      const item = find(key)
      if (!item) return false
      const removeUnsent = (): boolean => {
        refresh()
        const now = find(key)
        if (!now || now.tries > 0 || sending.has(key)) return false
        remove(now)
        return true
      }
      // This page reads the items again before it sends the next one. Another tab that sends has the lock.
      if (running.has(item.scope) || !on.locks) return removeUnsent()
      return on.locks.ifFree(lockOf(item.person, item.scope), removeUnsent)
    },
    flush(scope) {
      release(scope)
      run(scope)
    },
    watch() {
      refresh()
      for (const scope of scopes()) if (!running.has(scope)) schedule(scope, OTHER_TAB_MS)
    },
    kick() {
      refresh()
      parked.clear()
      for (const scope of scopes()) {
        release(scope)
        run(scope)
      }
    },
    stop() {
      life++
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      running.clear()
      sending.clear()
      parked.clear()
      refresh()
    }
  }
}

const lockOf = (person: number, scope: string): string => `outbox ${person} ${scope}`

/** The stored items: finds them, and changes them in the storage. */
function createItems({ storage, person }: Pick<Surroundings, 'storage' | 'person'>) {
  const items = atom<readonly Item[]>([])
  const find = (key: string): Item | undefined => items.get().find(item => item.key === key)
  const mine = (): Item[] => items.get().filter(item => item.person === person())
  const scopes = (): Set<string> => new Set(mine().map(({ scope }) => scope))
  const first = (scope: string): Item | undefined => mine().find(item => item.scope === scope && item.refused === null)

  function refresh(): void {
    const all = storage.all()
    const before = items.get()
    if (all.length !== before.length || all.some((item, index) => item !== before[index])) items.set(all)
  }

  function change(key: string, changed: Partial<Item>): void {
    refresh()
    const item = find(key)
    if (!item) return
    storage.put({ ...item, ...changed })
    refresh()
  }

  function remove(item: Item): void {
    storage.remove(item)
    refresh()
  }

  return { items, refresh, find, mine, scopes, first, change, remove }
}
