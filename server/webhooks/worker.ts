/**
 * Sends what webhooks wait for. Each node claims one delivery after the other, in a few lanes (`lanes.ts`), because
 * receivers are far away and some are slow.
 *
 * A delivery is sent at least once: when the process dies between the receiver's "200" and `endDelivery`, another node
 * sends it again after the claim has expired. It has the same `webhook-id`, by which receivers recognise it.
 */
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { FAILS_FOR_MS, type Happened, isGivenUp, retryDelay } from '../../domain/webhooks/events.ts'
import { switchOffWebhooks } from '../accounts/webhook-off-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { EVERY_MS, startWorker, type Worker } from '../lib/worker.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { NotLoaded, requestPublic } from '../uploads/public-fetch.ts'
import {
  type Claimed,
  claimDelivery,
  countWaiting,
  deleteDeliveriesBefore,
  endDelivery,
  putOffDelivery
} from './delivery-rows.ts'
import { lanesFor } from './lanes.ts'
import { requestOf } from './sign.ts'
import { noteFailing } from './webhook-rows.ts'

const SENDING_MS = 15_000
/** Longer than any sending takes. */
const CLAIM_MS = 60_000
const KEPT_MS = 30 * 86_400_000

/** Starts the worker with the app, and stops it with the app. */
export function startWebhookWorker(app: FastifyInstance, deps: Dependencies): Worker {
  const { db, clock } = deps

  const deliver = async (claimed: Claimed): Promise<void> => {
    const { isTaken, isGone, answer } = await send(deps, claimed, worker.stopping)
    // A stop is no failure of the receiver: another node sends it at once.
    if (!isTaken && worker.stopping.aborted) {
      return putOffDelivery(db, claimed, { until: dateAt(clock), attempts: claimed.attempts, answer })
    }
    const now = dateAt(clock)
    if (isTaken) {
      await endDelivery(db, claimed, now, answer)
      return claimed.failing_since ? noteFailing(db, claimed.webhook_id, null) : undefined
    }
    await noteFailing(db, claimed.webhook_id, now)
    const since = claimed.failing_since?.getTime() ?? null
    if (isGone || isGivenUp(since, now.getTime())) return giveUp(deps, claimed, answer)
    if (now.getTime() - claimed.created_at.getTime() >= FAILS_FOR_MS) return endDelivery(db, claimed, null, answer)
    const attempts = claimed.attempts + 1
    return putOffDelivery(db, claimed, { until: new Date(now.getTime() + retryDelay(attempts)), attempts, answer })
  }

  const sendDue = lanesFor(clock, {
    claim: async except =>
      worker.isStopped() ? null : claimDelivery(db, dateAt(clock), new Date(clock.now() + CLAIM_MS), except),
    // An internal failure is retried when the claim has expired, and delays no other delivery.
    deliver: claimed =>
      deliver(claimed).catch(error => app.log.error({ err: error, delivery: claimed.id }, 'a webhook failed'))
  })

  const work = async (): Promise<number> => {
    await sendDue()
    return EVERY_MS
  }

  const worker = startWorker(app, clock, work, 'could not read the webhooks that are due')
  new Gauge({
    name: 'hut_webhooks_waiting',
    help: 'Deliveries of webhooks that wait',
    registers: [deps.metrics],
    async collect() {
      this.set(await countWaiting(db).catch(() => Number.NaN))
    }
  })
  return worker
}

interface Answered {
  isTaken: boolean
  /** The receiver says that it wants nothing more, for good. */
  isGone: boolean
  answer: string
}

async function send({ network, clock }: Dependencies, claimed: Claimed, stopping: AbortSignal): Promise<Answered> {
  const { message_id: id, event, data, created_at: at, format, secret, old_secret, old_until } = claimed
  const now = clock.now()
  const secrets = old_secret && old_until && old_until.getTime() > now ? [secret, old_secret] : [secret]
  const message = { id, event: { type: event, data } as Happened, at }
  const { headers, body } = requestOf(message, format, secrets, now)
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(SENDING_MS)])
    const response = await requestPublic(network, claimed.url, {
      ...{ method: 'POST', headers, body, signal, schemes: ['https:'] }
    })
    response.destroy()
    const { statusCode = 0 } = response
    return { isTaken: statusCode >= 200 && statusCode < 300, isGone: statusCode === 410, answer: String(statusCode) }
  } catch (error) {
    return { isTaken: false, isGone: false, answer: error instanceof NotLoaded ? error.message : 'no response' }
  }
}

/** Switches off an address that has failed for a day, and tells its person. */
async function giveUp(deps: Dependencies, claimed: Claimed, answer: string): Promise<void> {
  await deps.db.transaction(async tx => {
    await endDelivery(tx, claimed, null, answer)
    for (const { user_id, url } of await switchOffWebhooks(tx, { id: claimed.webhook_id })) {
      await queueMail(tx, deps, user_id, { kind: 'webhook off', host: new URL(url).host, answer })
    }
  })
}

/** Deletes deliveries of more than 30 days ago. */
export async function forgetOldDeliveries({ db, clock }: Dependencies): Promise<void> {
  await deleteDeliveriesBefore(db, new Date(clock.now() - KEPT_MS))
}
