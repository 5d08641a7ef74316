/**
 * The time of a simulated hut, and everything in it that waits for its turn: statements, messages, timers, deeds of
 * people and faults. One thing happens at a time. The seed chooses which one, and how much time passes.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'

/** A node, a browser, or the world around them. Code that an actor starts belongs to it, also after each `await`. */
export interface Actor {
  name: string
  state: 'runs' | 'frozen' | 'dead'
  /** How far its clock is ahead of the true time, in ms. */
  ahead: number
  /** Requests of the page, for browsers. */
  fetch?: typeof fetch
}

export const current = new AsyncLocalStorage<Actor>()

interface Waiting {
  /** Things of one lane happen in their order, such as the statements of a connection. */
  lane: string
  actor: Actor
  /** It cannot happen before this time. */
  at: number
  label: string
  run: () => unknown
}

/** Lines of the trace that a failure shows. */
const MOST_SHOWN = 80
/** Turns of the event loop without work, after which nothing more follows from a step. */
const QUIET_TURNS = 3
const turnOver = setImmediate

export class Scheduler {
  now: number
  steps = 0
  readonly random: () => number
  readonly began: number
  /** Causes faults, and holds what happens to nobody in particular. */
  readonly world: Actor = { name: 'world', state: 'runs', ahead: 0 }
  readonly tail: string[] = []
  /** Calls of `setImmediate` that have not run yet. */
  immediates = 0
  /** Work on real sockets, such as a new connection to the database. */
  readonly atWork = new Set<Promise<unknown>>()
  readonly #hash = createHash('sha256')
  #waiting: Waiting[] = []

  constructor(now: number, random: () => number) {
    this.now = now
    this.began = now
    this.random = random
  }

  /** The digest of everything that happened so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  note(line: string): void {
    const text = `${((this.now - this.began) / 1000).toFixed(3)} ${line}`
    this.#hash.update(`${text}\n`)
    this.tail.push(text)
    if (this.tail.length > MOST_SHOWN) this.tail.shift()
  }

  /** A number from `from` up to, but not including, `to`. */
  between(from: number, to: number): number {
    return from + this.random() * (to - from)
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  any<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item
  }

  /** Lets something happen after `delay` ms. Returns a function that calls it off. */
  offer(lane: string, actor: Actor, delay: number, label: string, run: () => unknown): () => void {
    const entry = { lane, actor, at: this.now + Math.max(0, Math.round(delay)), label, run }
    if (actor.state !== 'dead') this.#waiting.push(entry)
    return () => {
      const place = this.#waiting.indexOf(entry)
      if (place >= 0) this.#waiting.splice(place, 1)
    }
  }

  /** Like `offer`, but in the order of the times. */
  timer(actor: Actor, delay: number, run: () => unknown): () => void {
    return this.offer(`timer ${actor.name}`, actor, delay, `${actor.name}: timer`, run)
  }

  /** Drops everything that waits in these lanes. */
  drop(isLost: (lane: string) => boolean): void {
    this.#waiting = this.#waiting.filter(({ lane }) => !isLost(lane))
  }

  bury(actor: Actor): void {
    actor.state = 'dead'
    this.#waiting = this.#waiting.filter(entry => entry.actor !== actor)
  }

  /** Waits for work on real sockets. */
  track<Value>(work: Promise<Value>): Promise<Value> {
    const tracked: Promise<unknown> = work.catch(() => {}).finally(() => this.atWork.delete(tracked))
    this.atWork.add(tracked)
    return work
  }

  /** Lets one thing happen, and waits until nothing more follows from it. Returns whether anything could happen. */
  async step(): Promise<boolean> {
    const first = this.#next()
    if (!first) return false
    this.steps++
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.now = Math.max(this.now, first.at)
    this.note(first.label)
    await current.run(first.actor, first.run)
    await this.settle()
    this.now += Math.floor(this.random() ** 4 * 4)
    return true
  }

  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await new Promise<void>(resolve => turnOver(resolve))
      if (this.immediates > 0) quiet = -1
      if (this.atWork.size > 0) {
        await Promise.race(this.atWork)
        quiet = -1
      }
    }
  }

  /** The seed chooses among the things that may happen now. If there is none, time passes until there is one. */
  #next(): Waiting | undefined {
    const heads = new Map<string, Waiting>()
    for (const entry of this.#waiting) {
      if (entry.actor.state !== 'runs') continue
      const head = heads.get(entry.lane)
      if (!head || (entry.lane.startsWith('timer ') && entry.at < head.at)) heads.set(entry.lane, entry)
    }
    let ready = [...heads.values()]
    const soonest = Math.min(...ready.map(({ at }) => at))
    const until = Math.max(this.now, soonest)
    ready = ready.filter(({ at }) => at <= until)
    return ready.length === 0 ? undefined : this.any(ready)
  }
}
