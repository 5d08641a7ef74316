/** Actions on a person's day settings. The caller shows refusals; these functions update the user state. */
import { updateDays } from '../../domain/days/api.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'

export async function saveDays(body: CallOf<typeof updateDays>['body']): Promise<void> {
  setUser((await call(updateDays, { body })).user)
}
