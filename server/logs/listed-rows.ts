/** Lists the logs of a goal or of a session. */
import { and, desc, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import type { Log } from '../../domain/logs/api.ts'
import { prepared } from '../db/prepared.ts'
import { logs } from '../db/schema/logs.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { Slice } from '../lib/paging.ts'
import { type LogWithNames, selectLogs } from '../progress/log-rows.ts'
import { toWireLog } from '../progress/wire-log.ts'

/** A reset timer is empty, so it is listed only with a text, or once it runs again (D-100). */
export const isReset = sql`(${logs.status} = 4 and ${logs.started_at} is null and ${logs.content} = '')`

const logsOfGoal = prepared(db =>
  selectLogs(db)
    .where(and(eq(logs.goal_id, sql.placeholder('id')), isNull(logs.deleted_at), not(isReset)))
    .orderBy(desc(logs.day), desc(logs.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
)

/** Logs of a goal, the latest day first. */
export async function listLogsOfGoal(deps: Dependencies, id: number, slice: Slice): Promise<Log[]> {
  return toWire(deps, await logsOfGoal(deps.db).execute({ id, ...slice }))
}

/** Logs that others see. A timer that has run out is not active, however late the sweep is. */
const isActive = (now: Date) =>
  and(eq(logs.status, 1), or(isNull(logs.due_at), gt(logs.due_at, now)), not(logs.is_private))

/** Whether the log's goal is in a hidden group of the plan (D-98). */
const isHidden = sql`exists (
  select from sessions s, jsonb_path_query(s.plan, '$.tasks[*] ? (@.hidden == 1).parts[*].uuid') as hidden(uuid)
  where s.id = ${logs.session_id} and hidden.uuid #>> '{}' = ${logs.task_uuid})`

/**
 * Logs of a session, the newest first. Other people's logs are listed only while active (SES-057, D-103), and those on
 * hidden goals only for hosts.
 * @param viewerId null for a visitor
 */
export async function listLogsOfSession(
  deps: Dependencies,
  sessionId: number,
  viewerId: number | null,
  isHost: boolean,
  slice: Slice
): Promise<Log[]> {
  const mine = viewerId === null ? sql`false` : eq(logs.user_id, viewerId)
  const isSeen = isHost ? sql`true` : sql`not ${isHidden}`
  const isShown = sql`(${mine} or ${isActive(dateAt(deps.clock))} and ${isSeen})`
  const rows = await selectLogs(deps.db)
    .where(and(eq(logs.session_id, sessionId), isNull(logs.deleted_at), not(isReset), isShown))
    .orderBy(desc(logs.id))
    .limit(slice.limit)
    .offset(slice.offset)
  return toWire(deps, rows)
}

/** The newest logs of each of these goals in a session; other people's only while active (D-103). */
export async function listLogsOfAttached(
  deps: Dependencies,
  where: { sessionId: number; goalIds: number[]; viewerId: number | null; each: number }
): Promise<Log[]> {
  if (where.goalIds.length === 0) return []
  const rows = await selectLogs(deps.db)
    .where(
      sql`${logs.id} in (select newest.id from unnest(${sql.param(where.goalIds)}::bigint[]) as g(id),
        lateral (select l.id from logs l where l.goal_id = g.id and l.session_id = ${where.sessionId}
          and l.deleted_at is null and (l.user_id = ${where.viewerId ?? -1}
            or l.status = 1 and not l.is_private and (l.due_at is null or l.due_at > ${dateAt(deps.clock)}))
          order by l.id desc limit ${where.each}) newest)`
    )
    .orderBy(desc(logs.id))
  return toWire(deps, rows)
}

function toWire({ clock }: Dependencies, rows: LogWithNames[]): Log[] {
  return rows.map(row => toWireLog(row, clock.now()))
}
