/** Lists and the sweep select sessions in SQL. These tests compare that with the domain's rules of ended and due. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { LONGEST } from '../../domain/sessions/length.ts'
import { dueAt, SessionStatus, statusAt } from '../../domain/sessions/status.ts'
import { openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { listDueSessions } from './due-rows.ts'
import { listSessions } from './listed-rows.ts'
import { updateSessionRow } from './session-rows.ts'

const HOUR = 3_600_000
const MONTH = LONGEST * 1000
const { NotStarted, Running, Ended } = SessionStatus

/** Stored times in ms from now; each session is an hour long. */
const CASES = [
  ['waits for its host', NotStarted, null, null, null],
  ['is to come', NotStarted, HOUR, 2 * HOUR, null],
  ['begins now', NotStarted, 0, HOUR, null],
  ['should have begun', NotStarted, -HOUR / 2, HOUR / 2, null],
  ['should have begun and ended', NotStarted, -2 * HOUR, -HOUR, null],
  ['ends this very moment, unnoticed', NotStarted, -HOUR, 0, null],
  ['runs', Running, -HOUR / 2, HOUR / 2, null],
  ['runs without an end', Running, -90 * 24 * HOUR, null, null],
  ['ends this moment', Running, -HOUR, 0, null],
  ['should have ended', Running, -2 * HOUR, -HOUR, null],
  ['is paused before its end', Running, -HOUR / 2, HOUR / 2, -HOUR / 4],
  ['is paused past its end', Running, -3 * HOUR, -2 * HOUR, -2.5 * HOUR],
  ['is paused since its end', Running, -3 * HOUR, -2 * HOUR, -2 * HOUR - 1],
  ['is paused a month after its start', Running, -MONTH, -MONTH + HOUR, -MONTH + 1],
  ['is paused almost a month after its start', Running, 1 - MONTH, HOUR - MONTH, 2 - MONTH],
  ['is paused longer than a month', Running, -2 * MONTH, HOUR - 2 * MONTH, 1 - 2 * MONTH],
  ['has ended', Ended, -2 * HOUR, -HOUR, null],
  ['was ended early by its host', Ended, -HOUR / 2, -HOUR / 4, null]
] as const

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const FILTERS = {
  slice: { limit: 100, offset: 0 },
  joined: false,
  templates: false,
  termIds: null,
  difficulty: null,
  groupId: null,
  unlisted: false
}

test('lists show what has not ended, and the sweep takes what is due, as the domain rules say', {
  tags: ['D-82', 'D-94', 'SES-065', 'SES-066']
}, async () => {
  const now = world.clock.now()
  const ada = await world.as('ada')
  const ids: number[] = []
  for (const _ of CASES) ids.push((await openRoom(ada)).id)
  const dateOf = (offset: number | null) => (offset === null ? null : new Date(now + offset))
  for (const [index, [, status, start, end, pause]] of CASES.entries()) {
    const stored = { status, started_at: dateOf(start), ended_at: dateOf(end), paused_since: dateOf(pause) }
    await world.db.transaction(tx => updateSessionRow(tx, ids[index] ?? 0, stored))
  }
  const listed = await listSessions(world.db, { ...FILTERS, q: '' }, null, new Date(now))
  const shown = new Set(listed.map(({ id }) => id))
  const at = (offset: number | null) => (offset === null ? null : now + offset)
  const expected = CASES.map(([title, status, start, end, pause]) => {
    const times = { status, startsAt: at(start), endsAt: at(end), duration: 3600, pausedSince: at(pause) }
    return [title, statusAt(times, now) !== Ended]
  })
  expect(CASES.map(([title], index) => [title, shown.has(ids[index] ?? 0)])).toEqual(expected)
  expect(expected.filter(([, isLive]) => isLive)).toHaveLength(10)

  const due = new Map((await listDueSessions(world.db, now, 1000)).map(session => [session.id, session.due]))
  const dueByRule = CASES.map(([title, status, start, end, pause]) => {
    const times = { status, startsAt: at(start), endsAt: at(end), duration: 3600, pausedSince: at(pause) }
    const time = dueAt(times)
    return [title, time !== null && time <= now ? time : undefined]
  })
  expect(CASES.map(([title], index) => [title, due.get(ids[index] ?? 0)])).toEqual(dueByRule)
  expect(dueByRule.filter(([, time]) => time !== undefined)).toHaveLength(8)
})

test('PostgreSQL estimates as many sessions for any time, so it need not plan each list again', async () => {
  const { id } = await openRoom(await world.as('ada'))
  await world.db.execute(sql`
    insert into sessions (user_id, activity_id, slug, title, content, plan, duration, status, started_at, ended_at, created_at, updated_at)
    select s.user_id, s.activity_id, 'planned-' || n, s.title, s.content, s.plan, 3600, 1, now(), now() + interval '1 day', now(), now()
    from sessions s, generate_series(1, 300) n where s.id = ${id}`)
  onTestFinished(async () => void (await world.db.execute(sql`delete from sessions where slug like 'planned-%'`)))
  await world.db.execute(sql`analyze sessions`)
  const spy = vi.spyOn(world.db.$reads, 'query')
  await listSessions(world.db, { ...FILTERS, q: '' }, null, new Date())
  const [{ text }, values] = spy.mock.calls[0] as [{ text: string }, unknown[]]
  spy.mockRestore()
  const expected = async (explain: string, given?: unknown[]): Promise<number> => {
    const { rows } = await world.db.$client.query(`${explain} ${text}`, given)
    const plan = rows.map(row => row['QUERY PLAN']).join(' ')
    return Number(/ on sessions s_1 .*? rows=(\d+)/.exec(plan)?.[1])
  }
  const [forAny, forThis] = [await expected('explain (generic_plan)'), await expected('explain', values)]
  expect(forAny / forThis).toBeCloseTo(1, 1)
})
