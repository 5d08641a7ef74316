/** Connected apps, and the question of one that wants to be connected. The caller shows refusals. */
import { useQuery } from '@tanstack/react-query'
import { accessTokensPage } from '../../../domain/accounts/access-tokens/api.ts'
import * as api from '../../../domain/accounts/apps/api.ts'
import type { Allowed } from '../../../domain/accounts/apps/apps.ts'
import { call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { proven } from '../proof/proof.ts'

export function useQuestion(question: string) {
  return useQuery({
    queryKey: ['app question', question],
    queryFn: () => call(api.getAppQuestion, { params: { question } }),
    staleTime: Number.POSITIVE_INFINITY
  })
}

/** Answers the question of an app, and goes back to it. */
export async function answerApp(question: string, allowed: Allowed | null): Promise<void> {
  const params = { question }
  const { address } = allowed
    ? await proven(() => call(api.allowApp, { params, body: { allowed } }))
    : await call(api.refuseApp, { params })
  location.assign(address)
}

export async function endApp(id: number): Promise<void> {
  await call(api.endApp, { params: { app: String(id) } })
  changePages(accessTokensPage, page => ({ ...page, apps: page.apps.filter(one => one.id !== id) }))
}
