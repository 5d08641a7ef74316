/**
 * Places that are paid when the session begins: those of the regulars of a series (D-150). Instants are in ms.
 */
import { type Bucket, type Purse, takeUse } from '../../tokens/tokens.ts'

const HOUR = 3_600_000
/** How long before the start a person is told that they lack tokens, the earliest first. */
export const CHECKED_BEFORE = [24 * HOUR, HOUR] as const

export interface Owing {
  /** The row of the place. */
  id: number
  user_id: number
  username: string
  isSuspended: boolean
}

export interface Collected {
  /** Null buckets are uses that are free. */
  paid: { id: number; userId: number; bucket: Bucket | null }[]
  /** People without tokens, and suspended ones. Their places are free again. */
  unpaid: Owing[]
}

/** Returns who pays for their place, and who loses it. @param purses by user id */
export function collectUses(owing: readonly Owing[], purses: ReadonlyMap<number, Purse>): Collected {
  const collected: Collected = { paid: [], unpaid: [] }
  for (const one of owing) {
    const bucket = bucketFor(one, purses.get(one.user_id))
    if (bucket === undefined) collected.unpaid.push(one)
    else collected.paid.push({ id: one.id, userId: one.user_id, bucket })
  }
  return collected
}

function bucketFor({ isSuspended }: Owing, purse: Purse | undefined): Bucket | null | undefined {
  const use = purse && !isSuspended ? takeUse(purse, true) : null
  return use?.ok ? use.value.bucket : undefined
}
