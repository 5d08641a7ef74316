/** What a person does with their lists; each change shows on the pages that are open. */

import { useQuery } from '@tanstack/react-query'
import {
  type ActivityList,
  attachActivity,
  deleteActivityList,
  detachActivity,
  getActivityLists,
  renameActivityList,
  storeActivityList
} from '../../domain/lists/api.ts'
import { call } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { queryClient } from '../lib/query-client.ts'

const MENU = 'activity-lists'

/** @param key of this intent: however often it is sent, one list is made */
export async function createList(title: string, key: string): Promise<ActivityList> {
  const list = await call(storeActivityList, { body: { title }, key })
  await refresh()
  return list
}

export async function renameList(list: ActivityList, title: string): Promise<void> {
  await call(renameActivityList, { params: { list: String(list.id) }, body: { title } })
  await refresh()
}

export async function deleteList(list: ActivityList): Promise<void> {
  await call(deleteActivityList, { params: { list: String(list.id) } })
  await queryClient.invalidateQueries({ queryKey: [MENU] })
}

/** Puts an activity on a list, or takes it off. */
export async function setListed(list: ActivityList, activity: string, listed: boolean): Promise<void> {
  await call(listed ? attachActivity : detachActivity, { params: { list: String(list.id), activity } })
  await refresh()
}

/** My lists, and the ids of those that hold an activity; asked for when a menu opens. */
export function useListsFor(activity: string, enabled: boolean) {
  return useQuery({
    queryKey: [MENU, activity],
    queryFn: async () => (await call(getActivityLists, { query: { activity } })).serverData,
    enabled
  })
}

async function refresh(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [MENU] }), reloadAllPages()])
}
