/** Adds webhooks, rotates their secrets and repeats their deliveries. */
import { randomBytes } from 'node:crypto'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { createWebhook as createCall, Delivery, Webhook } from '../../domain/webhooks/api.ts'
import { MOST_WEBHOOKS, TOO_MANY_WEBHOOKS } from '../../domain/webhooks/api.ts'
import { GROUP_EVENTS, OLD_SECRET_MS } from '../../domain/webhooks/events.ts'
import { needProof } from '../accounts/proof.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { publicUrl } from '../uploads/public-fetch.ts'
import { repeatDelivery, toWireDelivery } from './delivery-rows.ts'
import { SECRET_PREFIX } from './sign.ts'
import {
  countWebhooks,
  findHostedTitle,
  findWebhook,
  insertWebhook,
  toWireWebhook,
  updateWebhook
} from './webhook-rows.ts'

const NOT_PUBLIC = 'Enter an address on the internet, without a port, a username or a password.'

const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64')

/**
 * Adds a webhook of the person, or of a group that they host.
 * @throws Refused 403 without a recent proof, 409 for too many, 422 for an address that is not public or a group of
 * someone else
 */
export async function createWebhook(
  deps: Dependencies,
  viewer: SignedIn,
  { url, format, events, group_id = null }: ReceivedBy<typeof createCall>['body']
): Promise<{ webhook: Webhook; secret: string }> {
  needProof(deps, viewer)
  const address = publicUrl(deps.network, url, ['https:']) ?? refuse(invalid('url', NOT_PUBLIC))
  const title = group_id === null ? null : await findHostedTitle(deps.db, viewer.id, group_id)
  if (group_id !== null && title === null) refuse(invalid('group_id', 'Choose a group that you made.'))
  if (group_id !== null && events.some(event => !GROUP_EVENTS.includes(event))) {
    refuse(invalid('events', 'Logs, goals and items belong to single people. Leave them out for a group.'))
  }
  const secret = newSecret()
  const row = await deps.db.transaction(async tx => {
    if ((await countWebhooks(tx, viewer.id)) >= MOST_WEBHOOKS) refuse({ kind: 'conflict', message: TOO_MANY_WEBHOOKS })
    return insertWebhook(tx, {
      ...{ user_id: viewer.id, group_id, url: address.href, format, events: [...new Set(events)], secret },
      created_at: dateAt(deps.clock)
    })
  })
  return { webhook: toWireWebhook(row, title), secret }
}

/** Makes a new secret. The old one signs too for a day, so that receivers can change theirs. */
export async function rotateWebhook(
  deps: Dependencies,
  viewer: SignedIn,
  id: number
): Promise<{ webhook: Webhook; secret: string }> {
  needProof(deps, viewer)
  const secret = newSecret()
  const before = (await findWebhook(deps.db, viewer.id, id)) ?? refuse({ kind: 'notFound' })
  const old_until = new Date(deps.clock.now() + OLD_SECRET_MS)
  const row = await updateWebhook(deps.db, viewer.id, id, { secret, old_secret: before.secret, old_until })
  return { webhook: await wireOf(deps, viewer, row), secret }
}

/** Switches a webhook on again. What it failed to send stays unsent. */
export async function switchWebhookOn(deps: Dependencies, viewer: SignedIn, id: number): Promise<Webhook> {
  needProof(deps, viewer)
  return wireOf(deps, viewer, await updateWebhook(deps.db, viewer.id, id, { off_at: null, failing_since: null }))
}

async function wireOf(
  { db }: Dependencies,
  viewer: SignedIn,
  row: Awaited<ReturnType<typeof updateWebhook>>
): Promise<Webhook> {
  if (!row) return refuse({ kind: 'notFound' })
  return toWireWebhook(row, row.group_id === null ? null : await findHostedTitle(db, viewer.id, row.group_id))
}

/** @throws Refused 409 while it waits already, or while the webhook is off */
export async function sendAgain(deps: Dependencies, viewer: SignedIn, id: number, delivery: number): Promise<Delivery> {
  const webhook = (await findWebhook(deps.db, viewer.id, id)) ?? refuse({ kind: 'notFound' })
  if (webhook.off_at) refuse({ kind: 'conflict', message: 'This webhook is off. Switch it on first.' })
  const row = await repeatDelivery(deps.db, id, delivery, dateAt(deps.clock))
  return row ? toWireDelivery(row) : refuse({ kind: 'conflict', message: 'It waits already, or is no longer kept.' })
}
