/**
 * Sends deliveries in a few lanes side by side. The receivers of one person hold a quarter of the lanes at most, so that
 * slow ones keep nobody else waiting.
 */
import type { Clock } from '../lib/clock.ts'
import { EVERY_MS } from '../lib/worker.ts'
import type { Claimed } from './delivery-rows.ts'

const LANES = 8
const LANES_OF_ONE = 2

interface Steps {
  /** Claims the next delivery that is due, of anyone but these people. */
  claim: (except: readonly number[]) => Promise<Claimed | null>
  /** Sends a delivery. It never throws. */
  deliver: (claimed: Claimed) => Promise<void>
}

/** Returns a function that sends everything due. */
export function lanesFor(clock: Clock, { claim, deliver }: Steps): () => Promise<void> {
  /** How many lanes send for each person now. */
  const sending = new Map<number, number>()
  let allSent = Promise.withResolvers<void>()
  let claiming: Promise<unknown> = Promise.resolve()

  // One after the other, because each claim counts for the next one.
  const claimNext = (): Promise<Claimed | null> => {
    const next = claiming.then(async () => {
      const claimed = await claim([...sending].flatMap(([user, lanes]) => (lanes < LANES_OF_ONE ? [] : [user])))
      if (claimed) sending.set(claimed.user_id, (sending.get(claimed.user_id) ?? 0) + 1)
      return claimed
    })
    claiming = next.catch(() => null)
    return next
  }

  const free = ({ user_id }: Claimed): void => {
    const left = (sending.get(user_id) ?? 0) - 1
    if (left > 0) sending.set(user_id, left)
    else sending.delete(user_id)
    if (sending.size > 0) return
    allSent.resolve()
    allSent = Promise.withResolvers()
  }

  /** Waits until it is time to look again, or until no lane sends. */
  const rest = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(EVERY_MS, resolve)
    await Promise.race([promise, allSent.promise])
    cancel()
  }

  // A lane without work stays while another one sends, which may take long.
  const lane = async (first: Claimed | null): Promise<void> => {
    for (let claimed = first; claimed || sending.size > 0; claimed = await claimNext()) {
      if (claimed) await deliver(claimed).finally(free.bind(null, claimed))
      else await rest()
    }
  }

  return async () => {
    // Usually nothing is due, and this takes one statement.
    const first = await claimNext()
    if (!first) return
    const others = Array.from({ length: LANES - 1 }, async () => lane(await claimNext()))
    await Promise.all([lane(first), ...others])
  }
}
