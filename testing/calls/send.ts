/**
 * Sends a request of `requests.ts` over HTTP. It discards changes of cookies, so that the request can be sent again.
 */
import type { LightMyRequestResponse } from 'fastify'
import { type Endpoint, fillPath, queryString } from '../../domain/lib/endpoint.ts'
import { upload } from '../input/pictures.ts'
import type { Caller } from '../world.ts'
import type { House } from './house.ts'
import type { Sent } from './requests.ts'

export async function sendAs(
  { things, picture }: House,
  who: Caller,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body, picture: isUpload }: Sent,
  key?: string
): Promise<LightMyRequestResponse> {
  const twin = who.twin()
  const url = fillPath(path, { ...(things as unknown as Record<string, string>), ...params }) + queryString(query)
  if (isUpload) return upload(twin, picture, { url })
  return twin.request({
    method,
    url,
    ...(body === undefined ? {} : { payload: body }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } })
  })
}
