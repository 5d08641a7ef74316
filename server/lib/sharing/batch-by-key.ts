/**
 * Collects items that need the same lock into batches. The items that arrive for a key while a batch runs form the next
 * batch. A single item does not wait. Under load, many items share one transaction.
 */

import { MOST_TOGETHER_WAITING } from '../../../domain/lib/limits.ts'
import { BUSY, Refused, refuse } from '../../../domain/lib/refusal.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { isBusy } from '../database-errors.ts'

/** The most items in a batch, so that a batch does not hold its lock too long. */
const MOST_TOGETHER = 100

interface Waiting<Item, Value> {
  item: Item
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that adds an item to the batch of its key.
 * @param work returns a result for each item, in order. An error fails the whole batch.
 */
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
        // A lock that timed out once would time out again for the waiting items, so refuse them too.
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
