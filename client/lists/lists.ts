/** Actions on lists. Each change updates the loaded pages. */

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
import { queryClient, reloadAllPages } from '../lib/page-cache.ts'
import { removeSoon } from '../ui/rows/remove-soon.ts'

const MENU = 'activity-lists'

/** @param making belongs to one form, so that sending it several times creates one list */
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

/** The path of the call that deletes the list. */
export const deletionPath = ({ id }: ActivityList): string => fillPath(deleteActivityList.path, { list: String(id) })

/** Deletes the list in ten seconds, unless the person undoes it. */
export function deleteListSoon(list: ActivityList): void {
  removeSoon({ path: deletionPath(list), name: `“${list.title}”`, remove: () => deleteList(list) })
}

async function deleteList({ id }: ActivityList): Promise<void> {
  await call(deleteActivityList, { params: { list: String(id) } })
  await refresh()
}

/** Adds an activity to a list, or removes it. */
export async function setListed(list: ActivityList, activity: string, listed: boolean): Promise<void> {
  await call(listed ? attachActivity : detachActivity, { params: { list: String(list.id), activity } })
  await refresh()
}

/** My lists, and the ids of those with the activity. Loads when a menu opens. */
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
