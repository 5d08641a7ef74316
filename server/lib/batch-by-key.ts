/**
 * Work that waits for the same lock, done together: what arrives for a key while its last batch is under way makes up
 * the next batch. An item that comes alone waits for nothing; under load, items share the costs of a transaction.
 */

import { MOST_TOGETHER_WAITING } from '../../domain/lib/limits.ts'
import { BUSY, Refused, refuse } from '../../domain/lib/refusal.ts'
import type { Result } from '../../domain/lib/result.ts'
import { isBusy } from './database-errors.ts'

/** The most items in a batch, so that it does not hold its lock for too long. */
const MOST_TOGETHER = 100

interface Waiting<Item, Value> {
  item: Item
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/** @param work returns a result for each item, in their order; when it throws, the whole batch fails */
export function batchByKey<Key, Item, Value>(
  work: (key: Key, items: Item[]) => Promise<Result<Value>[]>
): (key: Key, item: Item) => Promise<Value> {
  const queues = new Map<Key, Waiting<Item, Value>[]>()

  async function workOff(key: Key, queue: Waiting<Item, Value>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_TOGETHER)
      try {
        const outcomes = await work(
          key,
          batch.map(({ item }) => item)
        )
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.ok) batch[index]?.resolve(outcome.value)
          else batch[index]?.reject(new Refused(outcome.refusal))
        }
      } catch (error) {
        // What could not be locked in time is not tried again for everybody who waits.
        const failed = isBusy(error) ? [...batch, ...queue.splice(0)] : batch
        for (const { reject } of failed) reject(error)
      }
    }
    queues.delete(key)
  }

  return async (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const queue = queues.get(key)
    if (queue) {
      if (queue.length >= MOST_TOGETHER_WAITING) refuse(BUSY)
      queue.push({ item, resolve, reject })
    } else {
      const first = [{ item, resolve, reject }]
      queues.set(key, first)
      void workOff(key, first)
    }
    return promise
  }
}
