import type { Plan } from '../../../domain/activities/plan.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { type Now, readNow as readNowAs } from '../../../domain/sessions/now.ts'
import { spokenName } from '../../ui/people/guest-name.ts'

/** Returns what the big ring shows, with the names of guests. @param me my username: my own turn is "Your turn" */
export function readNow(
  session: Pick<Plan, 'parts'> & { duration: number },
  clock: SessionClock,
  now: number,
  me?: string
): Now {
  return readNowAs(session, clock, now, me, spokenName)
}
