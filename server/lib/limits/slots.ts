/** Limits how much work runs at once and how much waits. Work above the limit is refused early. */
import { BUSY, refuse } from '../../../domain/lib/refusal.ts'

/** The default longest wait. A page that is refused early retries by itself. */
const LONGEST_WAIT_MS = 5000

type Run = <Value>(work: () => Promise<Value>) => Promise<Value>

interface Slots {
  run: Run
  isIdle: () => boolean
}

interface Bounds {
  atOnce: number
  mostWaiting: number
  longestWaitMs?: number
  /** Throws the refusal when too many wait or one has waited too long. */
  refuseBusy?: () => never
}

const refuseAsBusy = (): never => refuse(BUSY)

/** Creates slots for work that runs at the same time. */
export function createSlots({
  atOnce,
  mostWaiting,
  longestWaitMs = LONGEST_WAIT_MS,
  refuseBusy = refuseAsBusy
}: Bounds): Slots {
  const waiting = new Set<() => void>()
  let running = 0

  const turn = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running++
      return undefined
    }
    if (waiting.size >= mostWaiting) refuseBusy()
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(tooLong)
        waiting.delete(start)
        resolve()
      }
      const tooLong = setTimeout(() => {
        waiting.delete(start)
        try {
          refuseBusy()
        } catch (error) {
          reject(error)
        }
      }, longestWaitMs)
      waiting.add(start)
    })
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        const [next] = waiting
        if (next) next()
        else running--
      }
    },
    isIdle: () => running === 0
  }
}

/** Creates slots for each key. They exist while they are used. */
export function createSlotsByKey<Key>(bounds: Bounds): <Value>(key: Key, work: () => Promise<Value>) => Promise<Value> {
  const known = new Map<Key, Slots>()
  return async (key, work) => {
    const slots = known.get(key) ?? createSlots(bounds)
    known.set(key, slots)
    try {
      return await slots.run(work)
    } finally {
      if (slots.isIdle()) known.delete(key)
    }
  }
}
