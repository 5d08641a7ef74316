/** Replaces timers, the machine's clock and random numbers while a hut is simulated. */
import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { current, type Scheduler } from './scheduler.ts'

const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  dateNow: Date.now
}
export const realTimeout = (ms: number): Promise<void> => new Promise(resolve => void real.setTimeout(resolve, ms))

let scheduler: Scheduler | null = null
let ids: () => number = Math.random

/** Sets the hut whose time applies from now on. Null restores the machine's. */
export function beginTime(of: Scheduler | null): void {
  scheduler = of
}

/** Makes ids and tokens from these random numbers from now on. */
export function seedIds(random: () => number): void {
  ids = random
}

/** A timer of an actor, as Node's timers look. */
class Timer {
  readonly #inContext = AsyncLocalStorage.snapshot()
  readonly #start: () => () => void
  cancel: () => void

  constructor(ms: number, run: () => void, repeats: boolean) {
    const of = scheduler as Scheduler
    const actor = current.getStore()
    if (!actor) throw new Error('a timer belongs to nobody')
    this.#start = () =>
      of.timer(actor, Math.max(1, Math.round(ms) || 0), () => {
        if (repeats) this.cancel = this.#start()
        this.#inContext(run)
      })
    this.cancel = this.#start()
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  refresh(): this {
    this.cancel()
    this.cancel = this.#start()
    return this
  }
}

const isSimulated = (): boolean => scheduler !== null && current.getStore() !== undefined

type Run = (...args: unknown[]) => void

/** Installs the replacements. Outside of a simulated actor they behave as before. */
export function installGlobals(): void {
  const timers =
    (usual: typeof setTimeout, repeats: boolean) =>
    (run: Run, ms = 0, ...args: unknown[]) =>
      isSimulated() ? new Timer(ms, () => run(...args), repeats) : usual(run, ms, ...args)
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.cancel()
    else real.clearTimeout(timer as NodeJS.Timeout)
  }
  const immediate = (run: Run, ...args: unknown[]) => {
    if (!isSimulated()) return real.setImmediate(run, ...args)
    const of = scheduler as Scheduler
    const actor = current.getStore()
    of.immediates++
    return real.setImmediate(() => {
      of.immediates--
      if (actor?.state !== 'dead') run(...args)
    })
  }
  const now = (): number => (scheduler ? scheduler.now + (current.getStore()?.ahead ?? 0) : real.dateNow())
  const usualFetch = globalThis.fetch
  Object.assign(globalThis, {
    setTimeout: timers(real.setTimeout, false),
    setInterval: timers(real.setInterval as typeof setTimeout, true),
    setImmediate: immediate,
    clearTimeout: clear,
    clearInterval: clear,
    fetch: (...args: Parameters<typeof fetch>) => (current.getStore()?.fetch ?? usualFetch)(...args)
  })
  Date.now = now
  const usualNow = performance.now.bind(performance)
  performance.now = () => (scheduler ? scheduler.now - scheduler.began : usualNow())
  Math.random = () => ids()
  waitForFiles()
  installIds()
}

/** A step lasts until its work on files is done. */
function waitForFiles(): void {
  const work = files as unknown as Record<string, unknown>
  for (const [name, usual] of Object.entries(work)) {
    if (typeof usual !== 'function' || usual.constructor.name !== 'AsyncFunction') continue
    work[name] = (...args: unknown[]) => {
      const result: Promise<unknown> = usual(...args)
      return isSimulated() ? scheduler?.track(result) : result
    }
  }
}

function installIds(): void {
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(ids() * 256)))
  const randomUUID = (): string => {
    const hex = bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const int = (...args: number[]): number => {
    const [from, to] = args.length > 1 ? [args[0] ?? 0, args[1] ?? 0] : [0, args[0] ?? 0]
    return from + Math.floor(ids() * (to - from))
  }
  Object.assign(crypto, { randomUUID, randomBytes: bytes, randomInt: int })
  syncBuiltinESMExports()
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID, configurable: true })
}
