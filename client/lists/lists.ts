/** What a person does with their lists; each change shows on the pages that are open. */

import { useQuery } from '@tanstack/react-query'
import { fillPath } from '../../domain/lib/endpoint.ts'
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
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { queryClient } from '../lib/query-client.ts'
import { removeSoon } from '../ui/remove-soon.ts'

const MENU = 'activity-lists'

/** @param making of one form: however often it is sent, it makes one list */
export async function createList(title: string, making: { current: Making }): Promise<ActivityList> {
  const { made } = await makeOnce(
    { title },
    making,
    (body, key) => call(storeActivityList, { body, key }),
    ({ id }) => call(renameActivityList, { params: { list: String(id) }, body: { title } })
  )
  making.current = newMaking()
  await refresh()
  return made
}

export async function renameList(list: ActivityList, title: string): Promise<void> {
  await call(renameActivityList, { params: { list: String(list.id) }, body: { title } })
  await refresh()
}

/** Of the call that deletes it. */
export const deletionPath = ({ id }: ActivityList): string => fillPath(deleteActivityList.path, { list: String(id) })

/** In ten seconds, unless it is undone. */
export function deleteListSoon(list: ActivityList): void {
  removeSoon({ path: deletionPath(list), name: `“${list.title}”`, remove: () => deleteList(list) })
}

async function deleteList({ id }: ActivityList): Promise<void> {
  await call(deleteActivityList, { params: { list: String(id) } })
  await refresh()
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
