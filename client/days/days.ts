/** What a person decides about their days. The caller shows refusals; the user state changes here. */
import { updateDays } from '../../domain/days/api.ts'
import { isTimeZone, UTC } from '../../domain/days/day.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'

export async function saveDays(body: CallOf<typeof updateDays>['body']): Promise<void> {
  setUser((await call(updateDays, { body })).user)
}

/** The zone of this device, which a page that is rendered does not know. Some browsers name one that is none. */
export function zoneOfDevice(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : UTC.time_zone
}
