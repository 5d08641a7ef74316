import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'

/** The sweep looks every half minute, a minute ahead. */
export const SEEN_AHEAD_MS = 35_000
const GIVE_UP_MS = 300_000
const LOOK_EVERY_MS = 500

/** Returns the seconds until a count in the database, as `left`, is 0. Gives up after five minutes. */
export async function secondsUntilNone(client: Client, count: string): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < GIVE_UP_MS) {
    const { rows } = await client.query<{ left: string }>(count)
    if (Number(rows[0]?.left) === 0) break
    await setTimeout(LOOK_EVERY_MS)
  }
  return (performance.now() - started) / 1000
}
