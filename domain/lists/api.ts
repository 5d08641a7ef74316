/** A person's own lists of activities, private to them (LIST-01..LIST-18, D-54). */
import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'

export const activityList = z.object({
  id: z.int(),
  title: z.string(),
  /** How many activities it holds. */
  count: z.int()
})
export type ActivityList = z.output<typeof activityList>

const body = sentBody({ title: title() })
const refusals = ['unauthenticated', 'notFound'] as const

/** `holding` lists the ids of the lists that contain the activity in the query. */
export const getActivityLists = endpoint('GET', '/api/users/activity-lists', {
  summary: 'My lists; with `activity`, the ids of those that hold it',
  query: z.object({ activity: z.optional(text(255)) }),
  response: z.object({
    serverData: z.object({ activity_lists: z.array(activityList), holding: z.array(z.int()) })
  }),
  refusals
})

export const storeActivityList = endpoint('POST', '/api/activity-lists/store', {
  summary: 'Make a list',
  keyed: true,
  body,
  response: activityList,
  refusals: ['unauthenticated']
})

export const renameActivityList = endpoint('PATCH', '/api/activity-lists/:list', {
  summary: 'Give a list another title',
  body,
  response: activityList,
  refusals
})

export const deleteActivityList = endpoint('DELETE', '/api/activity-lists/:list', {
  summary: 'Delete a list; its activities stay',
  response: z.object({}),
  refusals
})

export const attachActivity = endpoint('POST', '/api/activity-lists/:list/activities/:activity/attach', {
  summary: 'Put an activity on a list; twice changes nothing',
  response: activityList,
  refusals
})

export const detachActivity = endpoint('DELETE', '/api/activity-lists/:list/activities/:activity', {
  summary: 'Take an activity off a list',
  response: activityList,
  refusals
})

export const myListsPage = page('/my/lists', {
  query: ['page'],
  data: z.object({ activity_lists: z.array(activityList) }),
  personal: 'My Lists',
  head: () => ({ title: 'My Lists' })
})

export const myListPage = page('/my/lists/:list', {
  query: ['page'],
  data: z.object({
    list: activityList,
    /** The activities of the list; each has the id of the list (LIST-18). */
    challenges: z.array(z.object({ ...card.shape, activity_list_id: z.int() }))
  }),
  personal: 'My List',
  head: data => ({ title: data.list.title })
})
