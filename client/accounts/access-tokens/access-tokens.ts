/** Actions on my access tokens. The caller shows refusals. */
import * as api from '../../../domain/accounts/access-tokens/api.ts'
import type { CallOf } from '../../../domain/lib/endpoint.ts'
import { call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { proven } from '../proof/proof.ts'

/** @returns the secret, which no other call shows again */
export async function createAccessToken(body: CallOf<typeof api.createAccessToken>['body']): Promise<string> {
  const { secret, token } = await proven(() => call(api.createAccessToken, { body }))
  changePages(api.accessTokensPage, page => ({ ...page, tokens: [token, ...page.tokens] }))
  return secret
}

export async function endAccessToken(id: number): Promise<void> {
  await call(api.endAccessToken, { params: { access: String(id) } })
  changePages(api.accessTokensPage, page => ({ ...page, tokens: page.tokens.filter(one => one.id !== id) }))
}
