import type { CallOf } from '../../domain/lib/endpoint.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'

/** Starts a session and returns its address. */
export async function createSession(
  slug: string,
  challenge: CallOf<typeof storeSession>['body']['challenge'],
  key: string
): Promise<string> {
  const { event } = await call(storeSession, { body: { activity: slug, challenge }, key })
  return event.path
}
