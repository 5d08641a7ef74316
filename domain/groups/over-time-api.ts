/** The page of a group’s progress over time. */
import * as z from 'zod/mini'
import { responseFlag } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { group, groupData } from './api.ts'

/** The number of logs in one slice of the time, counted from 0. */
const sliceLogs = z.object({ slice: z.int(), logs: z.int() })
const groupOverTime = z.object({
  /** The first day of the first slice, in the zone of the group. */
  from: z.string(),
  slice_days: z.literal([1, 7]),
  slice_count: z.int(),
  sessions_count: z.int(),
  /** The logs of all people; slices without logs are left out. */
  slices: z.array(z.object({ ...sliceLogs.shape, people: z.int() })),
  /** The people with the most logs first; one more than `per_page` when there is a next page. */
  people: z.array(
    z.object({
      username: z.string(),
      logs: z.int(),
      /** Totals for at most ten goals of the plans, by title and unit. */
      did: z.array(
        z.object({
          title: z.string(),
          unit: z.string(),
          amount: z.number(),
          distance: z.number(),
          duration: z.int()
        })
      ),
      has_others: responseFlag,
      slices: z.array(sliceLogs)
    })
  )
})
export type GroupOverTime = z.output<typeof groupOverTime>

/**
 * The progress of people in a group's sessions over time. It has only totals, because single logs are private (D-103).
 * `over_time` is null before the first session.
 */
export const groupOverTimePage = page('/group/:hut/over-time', {
  query: ['page'],
  data: z.object({
    group,
    breadcrumbs: groupData.shape.breadcrumbs,
    over_time: z.nullable(groupOverTime)
  }),
  head: data => ({ title: `${data.group.title} · Over Time` })
})
