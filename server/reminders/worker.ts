/**
 * Reminds people of turns and of news, sends the pushes and queues the mails that are due. Each node claims a batch of
 * deliveries after the other and sends them in lanes, because push services are far away and thousands of people may be
 * due in the same minute.
 *
 * A mail is queued in the transaction that marks it sent, so it is sent as often as any mail (server/mail/worker.ts). A
 * push is sent at least once: when the process dies between the "201" of the push service and the mark in the database,
 * another node sends it again after the claim has expired. The second push has the same topic and tag, so it replaces the first one.
 */
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { clockAt } from '../../domain/lib/day.ts'
import { dueFor, nextStep, pushRetryDelay, SWITCHED_OFF } from '../../domain/reminders/delivery.ts'
import { goalActions } from '../../domain/reminders/goal-api.ts'
import { choicesInForce, type ReminderKind } from '../../domain/reminders/kinds.ts'
import { pathOfReminder, type ReminderFacts, wordsOfReminder } from '../../domain/reminders/words.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { EVERY_MS, startWorker, type Worker } from '../lib/worker.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { aboutOf, type Claimed, claimDeliveries, countDeliveries, quietOf, toldItem } from './delivery-rows.ts'
import { inLanes } from './lanes.ts'
import { announceNews } from './news.ts'
import { dropAll, forgetDevice, giveUp, markAllSent, markSent, putOff } from './outcome-rows.ts'
import { type PushOutcome, sendPush } from './push.ts'
import { named } from './queries.ts'
import { unsubscribeKey } from './server-keys.ts'
import { queueWeekMails } from './week-mails.ts'

/** Reminders that are useless after some minutes. */
const URGENT: readonly ReminderKind[] = ['session_soon', 'your_turn', 'place_offered', 'place_free']
/** Longer than any push takes. */
const CLAIM_MS = 2 * 60_000
/** How many are claimed together, and how many are sent at the same time. */
const AT_ONCE = 100
const LANES = 50
const MARKED_AT_ONCE = 50

/** What features above reminders hand in. */
interface Handed {
  announceTurns: (deps: Dependencies) => Promise<void>
  /** Which of these goals are still not met, so that their reminders make sense. */
  goalsThatAsk: (deps: Dependencies, goalIds: readonly number[]) => Promise<ReadonlySet<number>>
}

/** Starts the worker with the app, and stops it with the app. */
export function startReminderWorker(
  app: FastifyInstance,
  deps: Dependencies,
  { announceTurns, goalsThatAsk }: Handed
): Worker {
  const { db, clock } = deps

  const stepOf = (claimed: Claimed) =>
    nextStep(
      {
        ...{ kind: claimed.kind, way: claimed.channel, at: claimed.at.getTime(), until: claimed.until.getTime() },
        ...{ isRead: claimed.is_read, about: aboutOf(claimed), rest: restOf(claimed) },
        choices: choicesInForce(claimed.channels ?? {}, claimed.is_off)
      },
      clock.now()
    )

  /** Claims some deliveries, and returns those to send now. Null when nothing is due. */
  const claim = async (): Promise<Claimed[] | null> => {
    if (worker.isStopped()) return null
    const claimed = await claimDeliveries(db, dateAt(clock), new Date(clock.now() + CLAIM_MS), AT_ONCE)
    if (claimed.length === 0) return null
    const steps = claimed.map(one => ({ one, step: stepOf(one) }))
    const wanted = steps.flatMap(({ one, step }) => (step === 'send' ? [one] : []))
    const asking = await goalsThatAsk(
      deps,
      wanted.flatMap(({ kind, goal }) => (kind === 'goal_due' && goal ? [goal.id] : []))
    )
    const isMet = ({ kind, goal }: Claimed): boolean => kind === 'goal_due' && goal !== null && !asking.has(goal.id)
    await dropAll(db, [...steps.flatMap(({ one, step }) => (step === 'drop' ? [one] : [])), ...wanted.filter(isMet)])
    for (const { one, step } of steps) {
      if (typeof step === 'object') await putOff(db, one, one.attempts, new Date(step.putOff))
    }
    return wanted.filter(one => !isMet(one))
  }

  const deliver = async (claimed: Claimed): Promise<void> => {
    // Another node sends it at once.
    if (worker.isStopped()) return putOff(db, claimed, claimed.attempts, dateAt(clock))
    if (claimed.channel === 'mail') return mail(deps, claimed)
    await settle(claimed, await push(claimed, claimed.until.getTime()))
  }

  /** Sent pushes that are not marked yet. */
  const sent: Parameters<typeof markAllSent>[1][number][] = []
  const markSentOnes = async (): Promise<void> => {
    const all = sent.splice(0)
    if (all.length > 0) await markAllSent(db, all)
  }

  const push = async (claimed: Claimed, until: number): Promise<PushOutcome> => {
    if (!claimed.device || !deps.config.push) return { type: 'refused', reason: SWITCHED_OFF }
    const told = toldOf(claimed)
    const ttl = Math.max(0, Math.floor((until - clock.now()) / 1000))
    const isUrgent = URGENT.includes(claimed.kind)
    const text = wordsOfReminder(told, clock.now())
    const actions = told.kind === 'goal_due' && told.goal ? goalActions(told.goal, told.at) : []
    const about = { text, path: pathOfReminder(told), tag: `r${claimed.reminder_id}`, ttl, isUrgent, actions }
    return sendPush(deps, claimed.device, about, worker.stopping)
  }

  const settle = async (claimed: Claimed, outcome: PushOutcome): Promise<void> => {
    const now = dateAt(clock)
    const ids = { delivery: claimed.id, device: claimed.device?.id }
    if (outcome.type === 'sent') {
      sent.push({ claimed, at: now, next: nextOf(claimed, now) })
      return sent.length >= MARKED_AT_ONCE ? markSentOnes() : undefined
    }
    if (outcome.type === 'gone') {
      app.log.info(ids, 'deleted a device that accepts no more pushes')
      return claimed.device ? forgetDevice(db, claimed.device.id) : undefined
    }
    if (outcome.type === 'put off') {
      // A stop is no failure of the push service: another node sends the push at once.
      if (worker.stopping.aborted) return putOff(db, claimed, claimed.attempts, now)
      const delay = pushRetryDelay(claimed.attempts + 1, outcome.after)
      const attempts = claimed.attempts + 1
      if (delay !== null) return putOff(db, claimed, attempts, new Date(clock.now() + delay), outcome.reason)
    }
    app.log.warn({ ...ids, reason: outcome.reason }, 'gave up a push that was refused or delayed too often')
    return giveUp(db, claimed, { at: now, reason: outcome.reason })
  }

  const deliverDue = async (): Promise<void> => {
    const claimMore = async (): Promise<Claimed[] | null> => {
      await markSentOnes()
      return claim()
    }
    await inLanes(LANES, claimMore, claimed =>
      // An internal failure is retried when the claim has expired, and delays no other delivery.
      deliver(claimed).catch(error => app.log.error({ err: error, delivery: claimed.id }, 'a reminder failed'))
    )
    await markSentOnes()
  }

  const work = async (): Promise<number> => {
    await announceTurns(deps)
    await announceNews(deps)
    await queueWeekMails(deps)
    await deliverDue()
    return EVERY_MS
  }

  const worker = startWorker(app, clock, work, 'could not read the reminders that are due')
  addMetrics(deps)
  return worker
}

/** Queues a mail and marks its delivery in one transaction, so that it is queued exactly once. */
async function mail(deps: Dependencies, claimed: Claimed): Promise<void> {
  const { kind, user_id, at, time_zone } = claimed
  const told = toldOf(claimed)
  const now = dateAt(deps.clock)
  const key = await unsubscribeKey(deps, user_id, kind)
  await deps.db.transaction(async tx => {
    // Another node may have sent it meanwhile.
    if (!(await markSent(tx, claimed, now, nextOf(claimed, now)))) return
    await queueMail(tx, deps, user_id, {
      kind: 'reminder',
      reminder: kind,
      text: wordsOfReminder(told, now.getTime()),
      path: pathOfReminder(told),
      at:
        kind === 'session_soon' || kind === 'place_offered'
          ? `${clockAt(at.getTime(), time_zone)} (${time_zone})`
          : null,
      unsubscribe: `/reminders/unsubscribe?token=${encodeURIComponent(key)}`
    })
  })
}

/** When to send news that arrived while this was being sent. */
function nextOf(claimed: Claimed, now: Date): Date | null {
  const news = { kind: claimed.kind, until: claimed.until.getTime() }
  const due = dueFor(news, now.getTime(), now.getTime(), restOf(claimed))
  return due === null ? null : new Date(due)
}

function restOf(claimed: Claimed) {
  return { quiet: quietOf(claimed), time_zone: claimed.time_zone }
}

function toldOf(claimed: Claimed): ReminderFacts {
  const { kind, title, slug, series_title, series_slug, activity_title, activity_slug, goal, group } = claimed
  const item = toldItem(claimed.item)
  const { report, actor, times, at } = claimed
  const [session, activity] = [named(title, slug), named(activity_title, activity_slug)]
  const series = named(series_title, series_slug)
  return { kind, session, series, activity, item, goal, group, report, actor, times, at: at.getTime() }
}

/** Returns no figures when the database does not respond, so that the other metrics still appear. */
function addMetrics({ db, clock, metrics }: Dependencies): void {
  new Gauge({
    name: 'hut_reminders',
    help: 'Pushes and mails of reminders that are due, and that were given up',
    labelNames: ['channel', 'state'],
    registers: [metrics],
    async collect() {
      this.reset()
      for (const { channel, waiting, failed } of await countDeliveries(db, dateAt(clock)).catch(() => [])) {
        this.set({ channel, state: 'waiting' }, waiting)
        this.set({ channel, state: 'failed' }, failed)
      }
    }
  })
}
