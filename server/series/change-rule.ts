import { isDeepStrictEqual } from 'node:util'
import { type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { fatesOf, type LaterDate } from '../../domain/series/new-rule.ts'
import { type Rule, ruleError, ruleFrom, type Wish } from '../../domain/sessions/repeats.ts'
import { wordsOfRule } from '../../domain/sessions/repeats-words.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { cancel } from '../sessions/cancel.ts'
import { recordOnSession, ruleOf, updateSessionRow } from '../sessions/session-rows.ts'
import { makeDates } from './dates.ts'
import { lockFrom } from './following.ts'
import { listRegularIds } from './regular-rows.ts'
import { type DateRow, dropDate, listPeopled, updateSeriesRow } from './series-rows.ts'
import { datesAfter } from './series-rule.ts'

/**
 * Gives the series another rule from this date on. Later dates to which people come stay, and empty ones go
 * (`domain/series/new-rule.ts`). Regulars hear of it, since they come to the new dates. The same rule twice changes
 * nothing more.
 * @param isPreview only returns what would happen
 * @param was the rule in words that the host saw, so that nobody replaces a rule that they have not seen
 */
export async function changeRule(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  wish: Wish,
  { isPreview, was }: { isPreview: boolean; was?: string | undefined }
): Promise<{ rule: string; staying: number; going: number }> {
  const { told, gone, ...outcome } = await deps.rooms.transact(sessionId, async (tx, record) => {
    const { row, dates, rooms, session, startsAt } = await lockFrom(deps, tx, record, viewer, sessionId)
    if (row.paused_at) refuse({ kind: 'conflict', message: 'This series pauses. Continue it first.' })
    if (session.status !== SessionStatus.NotStarted) refuse({ kind: 'conflict', message: 'This date has begun.' })
    const [before, rule] = [ruleOf(row), ruleFrom(wish, startsAt.getTime(), row.zone)]
    const error = ruleError(rule)
    if (error) refuse(error)
    const isSame = isDeepStrictEqual(rule, before)
    if (!isSame && was !== undefined && was !== wordsOfRule(before)) refuse(changedTo(wordsOfRule(before)))

    const from = (session.series_at ?? startsAt).getTime()
    const peopled = await listPeopled(tx, [...rooms.keys()])
    const later = dates.flatMap(date => laterDate(date, peopled)).filter(({ id, at }) => id !== sessionId && at > from)
    const fates = fatesOf(later, timesUntil(rule, Math.max(...later.map(({ at }) => at))))
    const going = fates.going.filter(({ isSkipped }) => !isSkipped)
    const outcome = { rule: wordsOfRule(rule), staying: fates.staying.length, going: going.length }
    if (isPreview || isSame) return { ...outcome, told: [], gone: [] }

    for (const { id, at } of fates.fitting) await updateSessionRow(tx, id, { series_at: new Date(at) })
    for (const { id } of fates.staying) await updateSessionRow(tx, id, { series_at: null })
    for (const { id } of fates.going) {
      const room = rooms.get(id)
      if (room && room.cancelled_at === null) await cancel(deps, tx, record, room)
      await dropDate(tx, id)
    }
    await updateSessionRow(tx, sessionId, { series_at: startsAt })
    const now = dateAt(deps.clock)
    const { repeats, every, weekdays, until, count } = rule
    const pattern = { repeats, every, weekdays, until, count }
    const change = { ...pattern, starts_at: startsAt, made_until: startsAt, updated_at: now }
    await updateSeriesRow(tx, row.id, change)
    await makeDates(tx, deps, [{ ...row, ...change }])
    // The pages of these dates show the rule.
    for (const id of [sessionId, ...[...fates.fitting, ...fates.staying].map(date => date.id)]) {
      if (rooms.has(id)) record(id, { type: 'update', data: { reload: true } })
    }
    const isNews = outcome.rule !== wordsOfRule(before)
    const to = isNews ? await listRegularIds(tx, row.id) : []
    const told = await remind(tx, deps, {
      kind: 'series_changed',
      ...{ to, sessionId, actorId: row.user_id, at: now.getTime() }
    })
    if (row.user_id !== viewer.id) await recordOnSession(tx, viewer, 'change', sessionId, now)
    return { ...outcome, told, gone: going }
  })
  tellInboxes(deps, told)
  for (const { id } of gone) await closeDeleted(deps, viewer, { kind: 'session', id })
  return outcome
}

const changedTo = (rule: string): Refusal => ({
  kind: 'conflict',
  message: `Meanwhile it repeats differently: ${rule}. Nothing is saved yet. Press again to replace that.`
})

/** A date as the rules of a change take it. One that the host skipped and an earlier rule dropped is none. */
function laterDate({ id, series_at, started_at, cancelled_at }: DateRow, peopled: ReadonlySet<number>): LaterDate[] {
  const isSkipped = cancelled_at !== null
  const at = series_at ?? (isSkipped ? null : started_at)
  return at ? [{ id, at: at.getTime(), hasPeople: peopled.has(id), isSkipped }] : []
}

function timesUntil(rule: Rule, last: number): Set<number> {
  const times = new Set<number>()
  for (const at of datesAfter(rule, rule.startsAt)) {
    if (at > last) break
    times.add(at)
  }
  return times
}
