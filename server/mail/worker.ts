/**
 * Sends the mails that `queueMail` has stored. Each node claims one mail after the other, so that several nodes send
 * each mail once.
 *
 * A mail is sent at least once: when the process dies, or loses the database, between the mail server's "250" and
 * `markSent`, another node sends it again after the claim has expired. The second mail has the same Message-ID, by
 * which mail servers and programs may recognise it.
 */
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { outageDelay, retryDelay } from '../../domain/mail/retry.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { EVERY_MS, type RunningWorker, startWorker } from '../lib/worker.ts'
import { composeMail } from './compose.ts'
import { linkOf } from './link-rows.ts'
import {
  type ClaimedMail,
  claimMail,
  countMails,
  deleteMailsBefore,
  dropMail,
  giveUp,
  markSent,
  putOff
} from './mail-rows.ts'
import type { Outcome } from './message.ts'

/** Longer than any sending takes. */
const CLAIM_MS = 10 * 60_000
const SENDING_MS = 5 * 60_000
const KEPT_MS = 30 * 86_400_000

/** Starts the worker with the app, and stops it with the app. */
export function startMailWorker(app: FastifyInstance, deps: Dependencies): RunningWorker {
  const { db, clock, mailer } = deps
  let failures = 0

  const send = async (mail: ClaimedMail, token: string | undefined): Promise<Outcome> => {
    try {
      const message = composeMail(deps.config, mail, token)
      return await mailer.send(message, AbortSignal.any([worker.stopping, AbortSignal.timeout(SENDING_MS)]))
    } catch (error) {
      // An internal failure, which a later version may fix.
      app.log.error({ err: error, message: mail.message_id }, 'could not compose a mail')
      return { type: 'put off', reason: 'fault' }
    }
  }

  const putAside = (mail: ClaimedMail, message: { reason: string }): Promise<void> => {
    const delay = retryDelay(mail.attempts + 1)
    if (delay !== null) return putOff(db, mail, mail.attempts + 1, new Date(clock.now() + delay), message.reason)
    app.log.warn({ message: mail.message_id, ...message }, 'gave up a mail that was delayed too often')
    return giveUp(db, mail, dateAt(clock), message.reason)
  }

  /** Sends all mails that are due. Returns how long to wait before the next look. */
  const sendDue = async (): Promise<number> => {
    while (!worker.isStopped()) {
      const mail = await claimMail(db, dateAt(clock), new Date(clock.now() + CLAIM_MS))
      if (!mail) break
      const link = await linkOf(deps, mail)
      if (link === 'not to be sent') {
        await dropMail(db, mail)
        continue
      }
      const outcome = await send(mail, link?.token)
      if (outcome.type === 'outage') {
        failures++
        await putOff(db, mail, mail.attempts, dateAt(clock), outcome.reason)
        app.log.warn({ reason: outcome.reason, failures }, 'mails cannot be sent at the moment, so they wait')
        return outageDelay(failures)
      }
      failures = 0
      if (outcome.type === 'sent') await markSent(db, mail, dateAt(clock))
      else if (outcome.type === 'put off') await putAside(mail, outcome)
      else {
        app.log.warn({ message: mail.message_id, reason: outcome.reason }, 'gave up a mail that was refused')
        await giveUp(db, mail, dateAt(clock), outcome.reason)
      }
    }
    return EVERY_MS
  }

  const worker = startWorker(app, clock, sendDue, 'could not read or write the mails that are due')
  addMetrics(deps)
  return worker
}

/** Returns no figures when the database does not respond, so that the other metrics still appear. */
function addMetrics({ db, clock, metrics }: Dependencies): void {
  new Gauge({
    name: 'hut_mails',
    help: 'Mails that wait, and that were given up in the last 30 days',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const known = await countMails(db).catch(() => null)
      this.set({ state: 'waiting' }, known?.waiting ?? Number.NaN)
      this.set({ state: 'failed' }, known?.failed ?? Number.NaN)
    }
  })
  new Gauge({
    name: 'hut_mails_oldest_waiting_seconds',
    help: 'How long the oldest mail has been waiting',
    registers: [metrics],
    async collect() {
      const known = await countMails(db).catch(() => null)
      const since = known?.oldest?.getTime() ?? clock.now()
      this.set(known ? Math.max(0, clock.now() - since) / 1000 : Number.NaN)
    }
  })
}

/** Deletes mails that were sent or given up more than 30 days ago, with their files. Waiting mails stay. */
export async function forgetOldMails({ db, clock, mailer }: Dependencies): Promise<void> {
  const before = new Date(clock.now() - KEPT_MS)
  await deleteMailsBefore(db, before)
  await mailer.forget(before)
}
