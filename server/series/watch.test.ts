/** The sweep over many series at once (D-150). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSeries } from '../../domain/series/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { watchSeries } from './watch.ts'

const DAY = 86_400_000

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** Makes series that are due and have no dates yet. More than share a transaction. */
async function insertSeries(count: number): Promise<void> {
  const ada = await world.as(`host-of-${count}`)
  const started_at = new Date(world.clock.now() + DAY).toISOString()
  const body = { challenge: { title: 'Morning squats', duration: 3600, started_at } }
  const { event } = await ada.call(storeSession, { body })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  await world.db.$client.query(
    `insert into series (user_id, slug, title, plan, duration, repeats, every, starts_at, zone, made_until, look_at,
       created_at, updated_at)
     select e.user_id, 'copy-' || n, e.title, e.plan, e.duration, e.repeats, e.every, e.starts_at, e.zone,
       e.starts_at - interval '1 second', $3, e.created_at, e.updated_at
     from series e, generate_series(1, $2) n where e.slug = $1`,
    [series.slug, count, new Date(world.clock.now())]
  )
}

/** How many dates the copies have: the number of series with each count. */
async function datesOfCopies(): Promise<Record<string, number>> {
  const { rows } = await world.db.$client.query<{ dates: number; times: number; series: number }>(
    `select dates, times, count(*)::int as series from (
       select count(s.id)::int as dates, count(distinct s.series_at)::int as times
       from series e left join sessions s on s.series_id = e.id where e.slug like 'copy-%' group by e.id) each
     group by dates, times`
  )
  return Object.fromEntries(rows.map(({ dates, times, series }) => [`${dates} at ${times} times`, series]))
}

test('three nodes make each date once, also after a connection broke in the middle', { tags: 'D-150' }, async () => {
  const nodes = [await world.secondNode(), await world.secondNode(), await world.secondNode()]
  await insertSeries(120)
  // The connection of the second transaction breaks after its dates are inserted.
  await world.db.$client.query(
    `create sequence transactions;
     create function break_off() returns trigger language plpgsql as $$ begin
       if nextval('transactions') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
       return null;
     end $$;
     create trigger break_off after insert on sessions for each statement execute function break_off()`
  )
  const looks = await Promise.allSettled(nodes.map(({ deps }) => watchSeries(deps)))
  expect(looks.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(await datesOfCopies()).toEqual({ '4 at 4 times': 120 })
})

test('one broken series does not stop the others of its transaction', { tags: 'D-150' }, async () => {
  const { deps } = await world.secondNode()
  await insertSeries(60)
  await world.db.$client.query(`update series set zone = 'Nowhere/Nothing' where slug = 'copy-7'`)
  await expect(watchSeries(deps)).rejects.toThrow('1 series failed')
  expect(await datesOfCopies()).toEqual({ '4 at 4 times': 59, '0 at 0 times': 1 })
})

test('the number of statements does not depend on the number of series', { tags: 'D-150' }, async () => {
  const { deps } = await world.secondNode()
  const counts: number[] = []
  for (const count of [2, 40, 0]) {
    await insertSeries(count)
    counts.push(await statementsOf(() => watchSeries(deps)))
    await world.db.$client.query(`update series set slug = 'made-' || id where slug like 'copy-%'`)
  }
  const [few = 0, many, none = 0] = counts
  expect(many).toBe(few)
  // One read for each thing that may be due, and no transaction.
  expect(none).toBeLessThanOrEqual(5)
})
