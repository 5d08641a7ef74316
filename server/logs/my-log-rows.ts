/** My logs by day: the logs that the query string selects, with totals for each of their days (LOG-02). */
import { and, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { roundMiles } from '../../domain/lib/distance.ts'
import { text } from '../../domain/lib/fields.ts'
import type { LoggedDay, MyLogs } from '../../domain/logs/my-logs-api.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { logs } from '../db/schema/logs.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Slice, sliceOf } from '../lib/paging.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import { selectLogs } from '../progress/log-rows.ts'
import { toWireLog } from '../progress/wire-log.ts'
import { isReset } from './listed-rows.ts'

/** The filters; null means any. */
interface Choice {
  goal: number | null
  action: string | null
  session: number | null
}

/** A longer dropdown is no help. */
const MOST_OFFERED = 100

/** A page of the logs that the query string selects. Unreadable values in it are ignored (API-08). */
export async function getMyLogs(deps: Dependencies, userId: number, query: Record<string, unknown>): Promise<MyLogs> {
  const choice = choiceOf(query)
  const [rows, choices] = await Promise.all([
    listChosen(deps.db, userId, choice, sliceOf(query, deps.config.perPage)),
    listChoices(deps.db, userId, choice)
  ])
  const now = deps.clock.now()
  const days = [...new Set(rows.map(({ log }) => log.day))]
  return { logs: rows.map(row => toWireLog(row, now)), days: await sumDays(deps.db, userId, choice, days), choices }
}

function choiceOf(query: Record<string, unknown>): Choice {
  const idOf = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : null)
  const action = z.safeParse(text(100), query.action)
  return { goal: idOf(query.goal), action: (action.success && action.data) || null, session: idOf(query.session) }
}

/** Matches the logs of a person that pass the filters. */
function chosen(userId: number, { goal, action, session }: Choice): SQL | undefined {
  return and(
    eq(logs.user_id, userId),
    isNull(logs.deleted_at),
    not(isReset),
    goal === null ? undefined : eq(logs.goal_id, goal),
    action === null ? undefined : eq(logs.action, action),
    session === null ? undefined : eq(logs.session_id, session)
  )
}

/** The latest day first, and within a day the newest log first. */
async function listChosen(db: Database, userId: number, choice: Choice, slice: Slice) {
  if (choice.action === null) {
    return selectLogs(db)
      .where(chosen(userId, choice))
      .orderBy(desc(logs.day), desc(logs.id))
      .limit(slice.limit)
      .offset(slice.offset)
  }
  const ids = await idsOfAction(db, userId, choice, slice)
  return selectLogs(db)
    .where(sql`${logs.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(desc(logs.day), desc(logs.id))
}

/**
 * Finds the days of an action in `user_days`, which has one row for each; a person has a hundred times as many logs.
 * This is a separate statement because PostgreSQL plans it again each time. With all columns and joins of a log,
 * planning took longer than the rest of the page.
 */
async function idsOfAction(db: Database, userId: number, choice: Choice, { limit, offset }: Slice): Promise<number[]> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select ids.id from user_days d, lateral (
        select ${logs.id} from ${logs} where ${chosen(userId, choice)} and ${logs.day} = d.day
        order by ${logs.id} desc limit ${offset + limit}) ids
      where d.user_id = ${userId} and d.action = ${choice.action}
      order by d.day desc, ids.id desc limit ${limit} offset ${offset}`
  )
  return rows.map(({ id }) => id)
}

type Summed = Record<'logs' | 'amount' | 'distance' | 'duration', number> & { day: string; unit: string }

/** Totals of the selected logs on these days, computed like `contribution`. Reads only the logs of these days. */
async function sumDays(db: Database, userId: number, choice: Choice, days: string[]): Promise<LoggedDay[]> {
  if (days.length === 0) return []
  const rows = await selectRows<Summed>(
    db,
    sql`select day::text, unit, count(*)::int as logs,
        sum(case when started_at is null then 0 else coalesce(amount, 0) end) as amount,
        sum(case when started_at is null then 0 else coalesce(distance, 0) end) as distance,
        sum(case when started_at is null then 0 else floor(elapsed_duration) end) as duration
      from logs where ${chosen(userId, choice)} and ${logs.day} = any(${sql.param(days)}::date[])
      group by day, unit order by day desc, logs desc, unit`
  )
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => {
    const sum = (key: 'logs' | 'distance' | 'duration') => ofDay.reduce((total, row) => total + row[key], 0)
    return {
      day,
      logs: sum('logs'),
      distance: roundMiles(sum('distance')),
      duration: sum('duration'),
      amounts: ofDay
        .filter(({ amount }) => amount > 0)
        .map(({ unit, amount }) => ({ unit, amount: threeDecimals(amount) }))
    }
  })
}

/** The filters to offer: the newest goals and sessions, the selected goal and session, and all actions. */
async function listChoices(db: Database, userId: number, { goal, session }: Choice): Promise<MyLogs['choices']> {
  const [row] = await selectRows<MyLogs['choices']>(
    db,
    sql`with recursive done(action) as (
        (select action from user_days where user_id = ${userId} order by action limit 1)
        union all select (select action from user_days where user_id = ${userId} and action > done.action
          order by action limit 1) from done where done.action is not null),
      of_goals as (
        (select id, title from goals where user_id = ${userId} and deleted_at is null order by id desc limit ${MOST_OFFERED})
        union select id, title from goals where user_id = ${userId} and deleted_at is null and id = ${goal ?? -1}),
      of_sessions as (
        (select s.id, s.title from participants p join sessions s on s.id = p.session_id
          where p.user_id = ${userId} and p.left_at is null and exists (
            select from participant_totals t where t.session_id = p.session_id and t.user_id = p.user_id)
          order by p.starts_at desc nulls first, p.session_id desc nulls first limit ${MOST_OFFERED})
        union select s.id, s.title from participants p join sessions s on s.id = p.session_id
          where p.user_id = ${userId} and s.id = ${session ?? -1})
    select
      coalesce((select json_agg(g order by g.id desc) from of_goals g), '[]') as goals,
      array(select action from done where action <> '' limit ${MOST_OFFERED}) as actions,
      coalesce((select json_agg(s order by s.id desc) from of_sessions s), '[]') as sessions`
  )
  return row ?? { goals: [], actions: [], sessions: [] }
}
