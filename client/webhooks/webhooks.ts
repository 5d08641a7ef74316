/** My webhooks, and actions on them. The caller shows refusals. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOf, ResponseOf } from '../../domain/lib/endpoint.ts'
import * as api from '../../domain/webhooks/api.ts'
import { proven } from '../accounts/proof/proof.ts'
import { call } from '../lib/api.ts'

const QUERY = ['webhooks']
const paramsOf = (id: number) => ({ webhook: String(id) })

/** All of mine, the newest first. */
export function useWebhooks() {
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: QUERY, queryFn: () => call(api.getWebhooks), staleTime: 0 })
  const change = (to: (all: api.Webhook[]) => api.Webhook[]): void => {
    client.setQueryData<ResponseOf<typeof api.getWebhooks>>(
      QUERY,
      known => known && { ...known, webhooks: to(known.webhooks) }
    )
  }
  const replace = (webhook: api.Webhook): void => change(all => all.map(one => (one.id === webhook.id ? webhook : one)))
  return {
    data,
    error,
    /** Returns the secret, which no other call shows again. */
    async create(body: CallOf<typeof api.createWebhook>['body']): Promise<string> {
      const { webhook, secret } = await proven(() => call(api.createWebhook, { body }))
      change(all => [webhook, ...all])
      return secret
    },
    async remove(id: number): Promise<void> {
      await call(api.deleteWebhook, { params: paramsOf(id) })
      change(all => all.filter(one => one.id !== id))
    },
    /** Returns the new secret, which no other call shows again. */
    async rotate(id: number): Promise<string> {
      return (await proven(() => call(api.rotateWebhook, { params: paramsOf(id), body: {} }))).secret
    },
    async switchOn(id: number): Promise<void> {
      replace((await proven(() => call(api.switchWebhookOn, { params: paramsOf(id), body: {} }))).webhook)
    }
  }
}

/** The deliveries of a webhook, the newest first. */
export function useDeliveries(id: number) {
  const client = useQueryClient()
  const queryKey = [...QUERY, id]
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await call(api.getDeliveries, { params: paramsOf(id) })).deliveries,
    staleTime: 0
  })
  return {
    deliveries: data,
    error,
    async sendAgain(delivery: number): Promise<void> {
      const params = { ...paramsOf(id), delivery: String(delivery) }
      const again = (await call(api.sendAgain, { params, body: {} })).delivery
      client.setQueryData<api.Delivery[]>(queryKey, all => all?.map(one => (one.id === delivery ? again : one)))
    }
  }
}
