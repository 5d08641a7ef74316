/** How a person's days are counted: in which time zone, and from which hour on. */
import * as z from 'zod/mini'
import { user } from '../accounts/user.ts'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid } from '../lib/fields.ts'
import { dayStart, timeZone } from './day.ts'

export const updateDays = endpoint({
  method: 'PATCH',
  path: '/api/account/days',
  summary: 'Count my days in another time zone or from another hour on; what was logged keeps its day',
  body: z.object({
    time_zone: z.optional(timeZone),
    day_start: z.optional(dayStart),
    client_uuid: clientUuid
  }),
  response: z.object({ user }),
  refusals: ['unauthenticated']
})
