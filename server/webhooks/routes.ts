import type { FastifyInstance } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/webhooks/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { listDeliveries, toWireDelivery } from './delivery-rows.ts'
import { deleteWebhook, findWebhook, listHostedGroups, listWebhooks } from './webhook-rows.ts'
import { createWebhook, rotateWebhook, sendAgain, switchWebhookOn } from './webhooks.ts'

export async function webhookRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db } = deps

  bindSignedIn(app, deps, api.getWebhooks, async ({ viewer }) => {
    const [webhooks, groups] = await Promise.all([listWebhooks(db, viewer.id), listHostedGroups(db, viewer.id)])
    return { webhooks, groups, ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.createWebhook, async ({ viewer, body }) => ({
    ...(await createWebhook(deps, viewer, body)),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.deleteWebhook, async ({ viewer, params }) => {
    if (!(await deleteWebhook(db, viewer.id, readId(params.webhook)))) refuse({ kind: 'notFound' })
    return {}
  })

  bindSignedIn(app, deps, api.rotateWebhook, async ({ viewer, params }) => ({
    ...(await rotateWebhook(deps, viewer, readId(params.webhook))),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.switchWebhookOn, async ({ viewer, params }) => ({
    webhook: await switchWebhookOn(deps, viewer, readId(params.webhook)),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.getDeliveries, async ({ viewer, params }) => {
    const webhook = (await findWebhook(db, viewer.id, readId(params.webhook))) ?? refuse({ kind: 'notFound' })
    const rows = await listDeliveries(db, webhook.id, api.MOST_DELIVERIES)
    return { deliveries: rows.map(toWireDelivery), ...NO_ERROR }
  })

  bindSignedIn(app, deps, api.sendAgain, async ({ viewer, params }) => ({
    delivery: await sendAgain(deps, viewer, readId(params.webhook), readId(params.delivery)),
    ...NO_ERROR
  }))
}
