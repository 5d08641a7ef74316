/** What has to hold: some of it at every commit, the rest when everything is calm. */
import { isDeepStrictEqual } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import type { RoomPage } from '../../client/live/apply-event.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import type { RoomEvent } from '../../domain/socket/messages.ts'
import { openDatabase } from '../../server/db/database.ts'
import { audit } from '../../server/tokens/audit.ts'
import type { Browser } from './browser.ts'
import type { Journal, Pressed } from './journal.ts'
import { openWitness } from './witness.ts'

const MOST_CLOCK_ERROR = 50

/** Findings in any committed state at a time. They are the quick half of the audit. */
const AT_COMMIT = `
  select 'room ' || s.id || ' is at event ' || s.seq || ' and has ' || count(e.seq) as finding
    from sessions s left join room_events e on e.session_id = s.id group by s.id having count(e.seq) <> s.seq
  union all select 'person ' || p.user_id || ' is in room ' || s.id || ', which has begun, and has not paid'
    from sessions s join participants p on p.session_id = s.id and p.left_at is null
    where s.status > 0 and p.owes and not s.is_free
  union all select 'room ' || s.id || ' offers ' || s.held_places || ' places beside ' || s.participants_count || ' people'
    from sessions s where s.held_places > 0 and s.participants_count + s.held_places > s.participant_limit
  union all select 'room ' || s.id || ' lets ' || s.waiting_count || ' people wait for ' || s.participant_limit || ' places'
    from sessions s where s.status = 0 and s.waiting_count > s.held_places
      and s.participants_count + s.held_places < s.participant_limit
      and coalesce(s.started_at - interval '10 minutes' > $1, true)
  union all select 'person ' || w.user_id || ' of room ' || w.session_id || ' was skipped'
    from waitlist_entries w join waitlist_entries o on o.session_id = w.session_id and o.rank > w.rank
    where w.opens_at is null and o.opens_at is not null and w.moved_reason is null
  union all select 'person ' || l.user_id || ' paid ' || count(*) || ' times for place ' || l.subject_id
    from ledger l where l.action = 'join' group by l.user_id, l.subject_id having count(*) > 1
  union all select 'person ' || b.user_id || ' has ' || b.free || ' free uses, the ledger says ' || sum(l.amount)
    from balances b join ledger l on l.user_id = b.user_id and l.bucket = 'free'
    group by b.user_id having b.free <> sum(l.amount)
  union all select 'room ' || s.id || ' counts ' || (s.summary ->> 'logs') || ' logs and has ' || count(l.id)
    from sessions s left join logs l on l.session_id = s.id and l.deleted_at is null
    group by s.id having (s.summary ->> 'logs')::int <> count(l.id)`

export interface Invariants {
  atCommit: () => Promise<void>
  /** A response of a keyed call was handed out: its row must be visible to everyone, or there must be none. */
  atResponse: (key: string, isRefused: boolean) => Promise<void>
  /** A node sent events: they must be visible to everyone. */
  atEvents: (lines: string) => Promise<void>
  atEnd: (browsers: Browser[], load: (browser: Browser) => Promise<RoomPage>) => Promise<void>
  close: () => Promise<void>
}

/** @param now the true time */
export async function openInvariants(
  connection: ClientConfig,
  journal: Journal,
  now: () => number
): Promise<Invariants> {
  const outside = new Client(connection)
  await outside.connect()
  const witness = await openWitness(outside)
  const { problems } = journal
  // A client runs one statement at a time, and warns when it is given more.
  let busy: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = busy.then(work)
    busy = done.catch(() => {})
    return done
  }
  const rowsOf = async ({ contract, key, person }: Pressed): Promise<number> => {
    const table = contract.endsWith(sendMessage.path) ? 'messages' : 'logs'
    const sql = `select count(*)::int as rows from ${table} where user_id = $1 and request_key = $2`
    const { rows } = await outside.query<{ rows: number }>(sql, [person, key])
    return rows[0]?.rows ?? 0
  }
  return {
    atCommit: () =>
      inTurn(async () => {
        const { rows } = await outside.query<{ finding: string }>(AT_COMMIT, [new Date(now())])
        const findings = [...rows.map(({ finding }) => finding), ...(await witness(now()))]
        for (const finding of findings) problems.push(`after a commit: ${finding}`)
      }),
    async atResponse(key, isRefused) {
      const press = journal.presses.get(key)
      const rows = press ? await inTurn(() => rowsOf(press)) : null
      if (press && !isRefused && rows !== 1) problems.push(`${describe(press)} was acknowledged before its commit`)
      if (press && isRefused && rows !== 0) problems.push(`${describe(press)} was refused although it is stored`)
    },
    atEvents: lines =>
      inTurn(async () => {
        for (const { room, seq } of lines.split('\n').map(line => JSON.parse(line) as RoomEvent)) {
          const values = [room, seq]
          const { rowCount } = await outside.query('select from room_events where session_id = $1 and seq = $2', values)
          if (rowCount !== 1) problems.push(`event ${seq} of room ${room} was sent before its commit`)
        }
      }),
    async atEnd(browsers, load) {
      // A refused request may arrive once more, when its person is back in the room.
      const expected = { open: [], acknowledged: [1], refused: [0, 1] }
      for (const press of journal.presses.values()) {
        const count = await rowsOf(press)
        if (!expected[press.outcome].some(rows => rows === count))
          problems.push(`${describe(press)} is ${press.outcome} (${press.reason ?? ''}) and has ${count} rows`)
      }
      const db = openDatabase(connection, { error: () => {} }, 1)
      problems.push(...(await audit(db)).findings)
      await db.$client.end()
      for (const browser of browsers)
        problems.push(...clockProblems(browser), ...differences(browser, await load(browser)))
    },
    close: () => outside.end()
  }
}

function describe({ contract, body, key }: Pressed): string {
  return `${contract} ${JSON.stringify(body)} ${key}`
}

function clockProblems({ actor, clockError }: Browser): string[] {
  const error = Math.abs(clockError())
  return error > MOST_CLOCK_ERROR ? [`the clock of ${actor.name} is ${error} ms wrong`] : []
}

/** The page of a browser has to be what the server would send it now. */
function differences({ actor, page }: Browser, now: RoomPage): string[] {
  const shown = page()
  if (!shown) return [`${actor.name} shows nothing`]
  return Object.keys(now).flatMap(key => {
    const [before, after] = [withoutDerived(newest(shown, now))[key], withoutDerived(now)[key]]
    if (isDeepStrictEqual(before, after)) return []
    return [`${actor.name} shows another ${key}: ${firstDifference(before, after)}`]
  })
}

/** A page keeps messages that are older than those the server sends first. */
function newest(page: RoomPage, { messages = [], has_earlier = false }: RoomPage): RoomPage {
  const shown = page.messages ?? []
  return shown.length > messages.length ? { ...page, messages: shown.slice(-messages.length), has_earlier } : page
}

/** The server also sends values that a page derives again from the others, at its own time or with its own totals. */
function withoutDerived(page: RoomPage): Record<string, unknown> {
  const { remaining: _, can_join: __, parts, tasks, ...event } = page.challengeEvent
  return {
    ...page,
    challengeEvent: {
      ...event,
      parts: parts.map(group => ({ ...group, parts: group.parts.map(part => ({ ...part, active: 0 })) })),
      tasks: tasks.map(group => group.parts.map(({ uuid, title }) => ({ uuid, title })))
    }
  }
}

function firstDifference(before: unknown, after: unknown): string {
  if (!isObject(before) || !isObject(after))
    return `${JSON.stringify(before)} instead of ${JSON.stringify(after)}`.slice(0, 400)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const key = keys.find(one => !isDeepStrictEqual(before[one], after[one])) ?? ''
  return `${key}: ${firstDifference(before[key], after[key])}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
