/** Counters that nodes share through Redis. */
import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { type Counters, type Full, memoryCounters, type Use } from './counters.ts'

/** Redis runs the script as one step. A key expires when its time is over. */
const COUNT = `
  local now = tonumber(ARGV[1])
  local full, ends = 0, 0
  for nth, key in ipairs(KEYS) do
    local amount, most, within = tonumber(ARGV[nth * 3 - 1]), tonumber(ARGV[nth * 3]), tonumber(ARGV[nth * 3 + 1])
    local used, till = unpack(redis.call('hmget', key, 'used', 'till'))
    used, till = tonumber(used) or 0, tonumber(till) or 0
    if till <= now then used, till = 0, now + within end
    if used + amount > most then
      if full == 0 then full, ends = nth, till end
    else
      redis.call('hset', key, 'used', used + amount, 'till', string.format('%.0f', till))
      redis.call('pexpire', key, string.format('%.0f', till - now))
    end
  end
  return { full, string.format('%.0f', ends) }`

/** An expired key no longer exists. */
const GIVE_BACK = `
  local used = tonumber(redis.call('hget', KEYS[1], 'used'))
  if used then redis.call('hset', KEYS[1], 'used', math.max(0, used - tonumber(ARGV[1]))) end`

/** Milliseconds without calls to Redis after a failure. A frozen Redis would delay each call by two seconds. */
const LEFT_ALONE = 5000

/**
 * Counters in Redis. While Redis is unreachable, each node counts alone, so limits are looser and nobody is refused
 * wrongly.
 * @param database a name that is unique among the databases whose nodes use this Redis
 */
export function redisCounters(redis: Redis, database: string, clock: Clock): Counters {
  const here = memoryCounters(clock)
  let awayUntil = 0
  const nameOf = ({ key }: Use): string => `challenge-hut:${database}:${key}`
  return { count, giveBack }

  async function count(uses: Use[]): Promise<Full | null> {
    if (clock.now() < awayUntil) return here.count(uses)
    const keys = uses.map(nameOf)
    const amounts = uses.flatMap(({ amount, most, withinMs }) => [amount, most, withinMs])
    try {
      const [full, until] = (await redis.eval(COUNT, keys.length, ...keys, clock.now(), ...amounts)) as [number, string]
      const refused = uses[full - 1]
      return refused ? { key: refused.key, until: Number(until) } : null
    } catch {
      awayUntil = clock.now() + LEFT_ALONE
      return here.count(uses)
    }
  }

  async function giveBack(use: Use): Promise<void> {
    if (clock.now() < awayUntil) return here.giveBack(use)
    try {
      await redis.eval(GIVE_BACK, 1, nameOf(use), use.amount)
    } catch {
      awayUntil = clock.now() + LEFT_ALONE
    }
  }
}
