/**
 * Checks the promises of single operations over the whole database: the ledger explains each balance, every charge has
 * its row and every row its charge, running totals equal the sums of the logs, and rooms number their events without a
 * gap. No row is exempt: seeded rows are charged to the admin like anyone's. Entries of deleted people have no name and
 * are checked as far as that allows.
 */
import { type SQL, sql } from 'drizzle-orm'
import { SEGMENTS } from '../../domain/accounts/reserved-usernames.ts'
import { BUCKETS, type ChargedAction, WELCOME_USES } from '../../domain/tokens/tokens.ts'
import type { Handle } from '../db/database.ts'

export interface Audit {
  people: number
  entries: number
  /** One line per fault, for an operator. */
  findings: string[]
}

/** Rows that cost one use each, deleted ones too. Imported logs cost none; restored goals and notes neither. */
const THINGS: Record<ChargedAction, SQL> = {
  goal: sql`select g.id, g.user_id, (i.source is null)::int as charges
    from goals g left join imports i on i.id = g.import_id`,
  join: sql`select id, user_id, charged::int as charges from participants`,
  log: sql`select id, user_id, (import_id is null)::int as charges from logs`,
  note: sql`select id, user_id, (import_id is null)::int as charges from notes`,
  post: sql`select id, user_id, 1 as charges from posts`,
  message: sql`select id, user_id, 1 as charges from messages`
}

/** Deleted people: their own rows are gone, or are being deleted in pieces (docs/decisions/0026). */
const ERASED = sql`(select id from users where erased_at is not null)`

/** The counts of each log, computed like `contribution` in domain/logs/log.ts. */
const COUNTED = sql`counted as (
  select goal_id, session_id, user_id, coalesce(task_uuid, '') as task_uuid, action, unit, day, (started_at is not null)::int as log,
    case when started_at is null then 0 else coalesce(amount, 0) end as amount,
    case when started_at is null then 0 else coalesce(distance, 0) end as distance,
    case when started_at is null then 0 else floor(elapsed_duration) end as duration
  from logs where deleted_at is null)`

const SUMS = sql`sum(amount) as amount, sum(distance) as distance, sum(duration) as duration`

/** Runs all checks. */
export async function audit(db: Handle): Promise<Audit> {
  const findings: string[] = []
  for (const check of [...ledgerChecks(), ...totalsChecks(), ...roomChecks(), ...publishingChecks()]) {
    const { rows } = await db.execute<{ finding: string }>(check)
    findings.push(...rows.map(({ finding }) => finding))
  }
  const { rows } = await db.execute<{ people: number; entries: number }>(
    sql`select (select count(*) from users)::int as people, (select count(*) from ledger)::int as entries`
  )
  return { people: rows[0]?.people ?? 0, entries: rows[0]?.entries ?? 0, findings }
}

function ledgerChecks(): SQL[] {
  return [
    sql`select u.username || ' has no balance' as finding from users u
      left join balances b on b.user_id = u.id where b.user_id is null`,
    sql`select u.username || ' has ' || count(l.id) || ' welcome entries' as finding from users u
      left join ledger l on l.user_id = u.id and l.action = 'welcome'
      group by u.id having count(l.id) <> 1`,
    // A guest who registers gets the rest of the welcome tokens once (D-152).
    sql`select u.username || ' registered with ' || sum(l.amount) || ' welcome uses' as finding
      from users u join ledger l on l.user_id = u.id and l.action in ('welcome', 'registered')
      group by u.id
      having bool_or(l.action = 'registered') and (u.guest_key is not null or sum(l.amount) <> ${WELCOME_USES})`,
    ...BUCKETS.map(
      bucket => sql`select u.username || ': ' || ${bucket}::text || ' holds ' || b.${sql.identifier(bucket)}
          || ' uses, its entries come to ' || coalesce(sum(l.amount), 0) as finding
        from balances b join users u on u.id = b.user_id
        left join ledger l on l.user_id = b.user_id and l.bucket = ${bucket}
        group by u.id, b.user_id having b.${sql.identifier(bucket)} <> coalesce(sum(l.amount), 0)`
    ),
    sql`select distinct on (user_id, bucket) username || ': ' || bucket || ' falls to ' || held || ' at entry ' || id
        as finding
      from (select l.id, l.user_id, l.bucket, u.username,
          sum(l.amount) over (partition by l.user_id, l.bucket order by l.id) as held
        from ledger l join users u on u.id = l.user_id) entries
      where held < 0 order by user_id, bucket, id`,
    // No balance ever fell below zero, so the sums of deleted people do not either.
    sql`select 'entries without a person: ' || bucket || ' comes to ' || sum(amount) as finding
      from ledger where user_id is null group by bucket having sum(amount) < 0`,
    ...poolChecks(),
    ...paymentChecks(),
    ...undoChecks(),
    ...Object.entries(THINGS).map(([action, things]) => chargeCheck(action, things))
  ]
}

function poolChecks(): SQL[] {
  return [
    sql`select 'the pool holds ' || coalesce(p.uses::text, 'nothing') || ', its entries come to ' || e.sum as finding
      from (select coalesce(sum(amount), 0) as sum from pool_entries) e left join pool p on true
      where p.uses is distinct from e.sum`,
    sql`select 'the pool falls to ' || held || ' at entry ' || id as finding
      from (select id, sum(amount) over (order by id) as held from pool_entries) entries
      where held < 0 order by id limit 1`,
    // Redeemed uses leave the pool and reach the person. A deleted person has no name in either.
    sql`select u.username || ' redeemed ' || coalesce(l.amount, 0) || ', the pool gave ' || coalesce(-e.amount, 0)
        as finding
      from (select * from ledger where action = 'redeem') l
      full join (select * from pool_entries where action = 'redeem') e on e.user_id = l.user_id
      join users u on u.id = coalesce(l.user_id, e.user_id)
      where l.amount is distinct from -e.amount`
  ]
}

/** Uses that payments give to people and to the pool, and that refunds and disputes take back. */
const MOVED = sql`moved as (
  select action, subject_id, amount, user_id, false as to_pool from ledger
    where action in ('purchase', 'renewal', 'ended', 'refund', 'dispute')
  union all select action, subject_id, amount, user_id, true from pool_entries
    where action in ('purchase', 'refund', 'dispute'))`

/** `npm run audit -- payments` compares these with the provider's payments. */
function paymentChecks(): SQL[] {
  return [
    sql`with ${MOVED}
      select case when p.id is null then 'an entry gives ' || m.amount || ' uses for payment ' || m.subject_id
          || ', which is not paid'
        else 'payment ' || p.id || ' brings ' || p.uses || ' uses, its entries give ' || coalesce(m.amount, 0) end as finding
      from (select * from payments where state = 'paid') p
      full join (select subject_id, sum(amount) as amount, bool_or(to_pool) as to_pool, max(user_id) as user_id
        from moved where action in ('purchase', 'renewal') group by subject_id) m on m.subject_id = p.id
      where p.id is null or m.subject_id is null or m.amount <> p.uses or m.to_pool <> p.to_pool
        or not p.to_pool and m.user_id is distinct from p.user_id`,
    sql`with ${MOVED}
      select 'the end of the tokens of payment ' || m.subject_id || ' takes ' || -sum(m.amount) || ' uses of '
        || coalesce(max(p.uses), 0) as finding
      from moved m left join payments p on p.id = m.subject_id and p.kind = 'plan' and p.state = 'paid'
      where m.action = 'ended' group by m.subject_id having -sum(m.amount) > coalesce(max(p.uses), 0)`,
    sql`with ${MOVED}
      select coalesce(r.kind, m.action) || ' ' || coalesce(r.id, m.subject_id) || ' took ' || coalesce(r.uses, 0)
        || ' uses, its entries take ' || coalesce(-m.taken, 0) as finding
      from reversals r
      full join (select action, subject_id, coalesce(sum(amount) filter (where amount < 0), 0) as taken
        from moved where action in ('refund', 'dispute') group by action, subject_id) m
        on m.subject_id = r.id and m.action = r.kind
      where coalesce(r.uses, 0) <> coalesce(-m.taken, 0)`,
    sql`select 'payment ' || p.id || ' of ' || p.amount || ' says that ' || p.refunded || ' went back, its refunds come to '
        || coalesce(sum(r.amount), 0) as finding
      from payments p left join reversals r on r.payment_id = p.id and r.returned_at is null
      group by p.id having p.refunded <> least(p.amount, coalesce(sum(r.amount), 0))`,
    sql`select u.username || ' pays with the plan ' || coalesce(b.plan, 'none') || ', the subscription is '
        || coalesce(s.plan, 'none') as finding
      from balances b join users u on u.id = b.user_id
      left join subscriptions s on s.user_id = b.user_id and s.ended_at is null and s.status <> 'incomplete'
      where b.plan is distinct from s.plan`
  ]
}

/**
 * Every charge has its row and the reverse: one use, once, paid by the owner of the row. A charge without a person, or
 * of a deleted one, may have lost its row. A row that still exists must have a charge with a person.
 */
function chargeCheck(action: string, things: SQL): SQL {
  return sql`select case when l.id is null then ${action}::text || ' ' || t.id || ' was not charged'
        when t.id is null and l.user_id is not null and l.user_id not in ${ERASED}
          then 'entry ' || l.id || ' charges a ' || ${action}::text || ' that does not exist'
        else ${action}::text || ' ' || coalesce(t.id, l.subject_id) || ' is charged wrongly by entry ' || l.id end as finding
    from (${things}) t
    full join (select *, row_number() over (partition by subject_id order by id) as nth from ledger
      where action = ${action}) l on l.subject_id = t.id
    left join free_uses f on f.action = ${action} and f.subject_id = t.id
    where case when t.id is null then l.user_id is not null and l.user_id not in ${ERASED} or l.amount <> -1 or l.nth > 1
      when l.id is null then t.charges > 0 and f.action is null
      else t.charges = 0 or f.action is not null or l.amount <> -1 or l.nth > 1 or l.user_id is distinct from t.user_id end`
}

/** A log gives back the use that it cost, once, and is there again only for another one (D-131). */
function undoChecks(): SQL[] {
  return [
    sql`select 'entry ' || u.id || ' gives back a use that log ' || u.subject_id || ' did not cost' as finding
      from ledger u left join ledger l on l.action = 'log' and l.subject_id = u.subject_id and l.id < u.id
      where u.action = 'undone' and (l.id is null or l.bucket <> u.bucket or l.amount <> -u.amount
        or l.user_id is distinct from u.user_id)`,
    sql`with again as (select subject_id from ledger where action = 'restored'
        union all select subject_id from free_uses where action = 'restored')
      select 'log ' || coalesce(u.subject_id, a.subject_id) || case
        when u.subject_id is null then ' is charged again, its use was not given back'
        when a.charges is null then ' is there, its use was given back'
        else ' is charged ' || a.charges || ' times after its use was given back' end as finding
      from (select subject_id from ledger where action = 'undone') u
      full join (select subject_id, count(*) as charges from again group by subject_id) a on a.subject_id = u.subject_id
      left join logs on logs.id = u.subject_id and logs.deleted_at is null
      where u.subject_id is null or a.charges > 1 or a.charges is null and logs.id is not null`
  ]
}

function totalsChecks(): SQL[] {
  return [
    sql`with ${COUNTED}
      select 'goal ' || g.id || ' keeps ' || g.amount_done || ', ' || g.distance_done || ', ' || g.duration_done
        || ' as its totals, its logs come to ' || coalesce(c.amount, 0) || ', ' || coalesce(c.distance, 0) || ', '
        || coalesce(c.duration, 0) as finding
      from goals g left join (select goal_id, ${SUMS} from counted group by goal_id) c on c.goal_id = g.id
      where g.deleted_at is null and ${differs(sql`g.amount_done`, sql`g.distance_done`, sql`g.duration_done`)}`,
    sql`with ${COUNTED}
      select 'session ' || coalesce(p.session_id, c.session_id) || ': participant ' || coalesce(p.user_id, c.user_id)
        || ' has other totals than logs on goal ' || coalesce(p.task_uuid, c.task_uuid) as finding
      from participant_totals p
      full join (select session_id, user_id, task_uuid, action, ${SUMS} from counted
        where session_id is not null group by 1, 2, 3, 4) c
        on c.session_id = p.session_id and c.user_id = p.user_id and c.task_uuid = p.task_uuid and c.action = p.action
      where ${differs(sql`p.amount`, sql`p.distance`, sql`p.duration`)}`,
    sql`with ${COUNTED}, summed as (select s.id as session_id, task.key as task_uuid, (task.value ->> 'amount')::float8 as amount,
        (task.value ->> 'distance')::float8 as distance, (task.value ->> 'duration')::float8 as duration
        from sessions s, jsonb_each(s.summary -> 'tasks') task)
      select 'session ' || coalesce(p.session_id, c.session_id) || ': the summary of goal '
        || coalesce(p.task_uuid, c.task_uuid) || ' is not what its logs come to' as finding
      from summed p
      full join (select session_id, task_uuid, ${SUMS} from counted where session_id is not null group by 1, 2) c
        on c.session_id = p.session_id and c.task_uuid = p.task_uuid
      where ${differs(sql`p.amount`, sql`p.distance`, sql`p.duration`)}`,
    sql`with ${COUNTED}
      select 'person ' || coalesce(p.user_id, c.user_id) || ': ' || coalesce(p.day, c.day) || ' keeps other totals of '
        || coalesce(nullif(p.action, ''), nullif(c.action, ''), 'no action') || ' than its logs come to' as finding
      from user_days p
      full join (select user_id, day, action, sum(log) as logs, ${SUMS} from counted group by 1, 2, 3 having sum(log) > 0) c
        on c.user_id = p.user_id and c.day = p.day and c.action = p.action
      where coalesce(p.user_id, c.user_id) not in ${ERASED}
        and (p.logs is distinct from c.logs or ${differs(sql`p.amount`, sql`p.distance`, sql`p.duration`)})`,
    sql`with ${COUNTED}
      select 'person ' || coalesce(p.user_id, c.user_id) || ': ' || coalesce(p.day, c.day) || ' keeps '
        || coalesce(p.amount, 0) || ' ' || coalesce(p.unit, c.unit) || ', its logs come to ' || coalesce(c.amount, 0) as finding
      from user_amounts p
      full join (select user_id, day, action, unit, sum(amount) as amount from counted group by 1, 2, 3, 4 having sum(amount) > 0) c
        on c.user_id = p.user_id and c.day = p.day and c.action = p.action and c.unit = p.unit
      where coalesce(p.user_id, c.user_id) not in ${ERASED}
        and ${isFar(sql`p.amount`, sql`c.amount`)}`,
    sql`with ${COUNTED}
      select 'goal ' || coalesce(p.goal_id, c.goal_id) || ': ' || coalesce(p.day, c.day)
        || ' keeps other totals than its logs come to' as finding
      from goal_days p
      full join (select goal_id, day, sum(log) as logs, ${SUMS} from counted
        where goal_id is not null group by 1, 2 having sum(log) > 0) c on c.goal_id = p.goal_id and c.day = p.day
      join goals g on g.id = coalesce(p.goal_id, c.goal_id) and g.user_id not in ${ERASED}
      where p.logs is distinct from c.logs or ${differs(sql`p.amount`, sql`p.distance`, sql`p.duration`)}`,
    sql`select 'session ' || s.id || ' counts ' || (s.summary ->> 'logs') || ' logs and has ' || count(l.id) as finding
      from sessions s left join logs l on l.session_id = s.id and l.deleted_at is null
      group by s.id having (s.summary ->> 'logs')::int <> count(l.id)`,
    sql`select 'session ' || s.id || ' counts ' || s.participants_count || ' participants and has ' || count(p.id)
        as finding
      from sessions s left join participants p on p.session_id = s.id and p.left_at is null
      group by s.id having s.participants_count <> count(p.id)`,
    sql`select 'session ' || s.id || ' counts ' || s.waiting_count || ' people who wait and ' || s.held_places
        || ' offers, and has ' || count(e.id) || ' and ' || count(e.opens_at) as finding
      from sessions s left join waitlist_entries e on e.session_id = s.id
      group by s.id having s.waiting_count <> count(e.id) or s.held_places <> count(e.opens_at)`,
    sql`select 'session ' || s.id || ' offers ' || s.held_places || ' places beside ' || s.participants_count
        || ' people on ' || s.participant_limit || ' places' as finding
      from sessions s where s.held_places > 0 and s.participants_count + s.held_places > s.participant_limit
        -- A due list is settled before anyone can join.
        and s.waitlist_at > '1970-01-01'`,
    sql`select 'person ' || e.user_id || ' waits for session ' || e.session_id || ' and is in it' as finding
      from waitlist_entries e join participants p on p.session_id = e.session_id and p.user_id = e.user_id
      where p.left_at is null`,
    sql`select 'group ' || g.id || ' counts ' || g.user_count || ' people and has ' || count(m.user_id) as finding
      from groups g left join group_members m on m.group_id = g.id
      group by g.id having g.user_count <> count(m.user_id)`,
    sql`select 'group ' || g.id || ' counts ' || g.activity_count || ' activities and has ' || count(a.id) as finding
      from groups g left join activities a on a.group_id = g.id and a.deleted_at is null
      group by g.id having g.activity_count <> count(a.id)`,
    sql`select 'session ' || s.id || ' starts at another time for ' || count(*) || ' of its participants' as finding
      from sessions s join participants p on p.session_id = s.id
      where p.starts_at is distinct from s.started_at group by s.id`
  ]
}

/** Whether stored totals differ from those of `c` by more than floating-point rounding. */
function differs(amount: SQL, distance: SQL, duration: SQL): SQL {
  return sql`(${isFar(amount, sql`c.amount`)} or ${isFar(distance, sql`c.distance`)} or ${isFar(duration, sql`c.duration`)})`
}

/** Whether two sums differ by more than rounding. PostgreSQL refuses to multiply a number such as 1e-320 by 1e-9. */
function isFar(stored: SQL, counted: SQL): SQL {
  return sql`abs(coalesce(${stored}, 0) - coalesce(${counted}, 0)) > 0.0005 + 1e-9 * greatest(abs(${counted}), 1)`
}

function roomChecks(): SQL[] {
  return [
    sql`select 'session ' || s.id || ' is at event ' || s.seq || ' and has ' || count(e.seq) || ' up to '
        || coalesce(max(e.seq), 0) as finding
      from sessions s left join room_events e on e.session_id = s.id
      group by s.id
      -- A room that ended long ago has forgotten its events, one that runs without an end the first of them
      -- (server/realtime/room-rows.ts).
      having not (s.status = 2 and count(e.seq) = 0)
        and not (s.status = 1 and s.ended_at is null
          and (count(e.seq) = 0 or max(e.seq) = s.seq and count(e.seq) = s.seq - min(e.seq) + 1))
        and (count(e.seq) <> s.seq or coalesce(max(e.seq), 0) <> s.seq or coalesce(min(e.seq), 1) <> 1)`
  ]
}

/** Rules of publishing that no constraint of its tables can express. */
function publishingChecks(): SQL[] {
  return [
    sql`select u.username || ' is ' || count(p.id) || ' persons at once' as finding
      from users u left join persons p on p.user_id = u.id and p.is_current where u.erased_at is null
      group by u.id having count(p.id) <> (case when u.guest_key is null then 1 else 0 end)`,
    sql`select 'the name ' || p.username || ' is not that of its person' as finding
      from persons p left join names n on n.name = p.username and n.person_id = p.id where n.name is null`,
    sql`select 'the slug ' || i.slug || ' is not that of item ' || i.id as finding
      from items i left join names n on n.name = i.slug and n.item_id = i.id where n.name is null`,
    sql`select 'item ' || i.id || ' is in ' || b.id || ', which is no group of the same person' as finding
      from items i join items b on b.id = i.parent_id where not b.is_book or b.person_id <> i.person_id`,
    sql`select 'item ' || i.id || ' is ' || case when i.is_public then '' else 'not ' end || 'seen by everyone' as finding
      from items i left join items b on b.id = i.parent_id
      where i.is_public <> (i.status = 1 and i.hidden_at is null and coalesce(b.is_public, true))`,
    sql`with recursive above as (
        select id, parent_id from items where is_book and parent_id is not null
        union select a.id, i.parent_id from above a join items i on i.id = a.parent_id where i.parent_id is not null)
      select 'group ' || id || ' is in itself' as finding from above where parent_id = id`,
    // Such a person or item gets another address (domain/publishing/person.ts).
    sql`select 'the name ' || name || ' is the address of a page by now' as finding from names
      where lower(name::text) = any(${sql.param([...SEGMENTS])}::text[])`
  ]
}
