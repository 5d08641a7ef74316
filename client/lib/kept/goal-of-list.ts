/**
 * The page of an open goal that was never opened on this device: its card in the list of goals has enough to see it and
 * to log. Logs, notes and earlier periods are missing.
 */
import { type Goal, goalPage, myGoalsPage } from '../../../domain/goals/api.ts'
import type { DataOf } from '../../../domain/lib/page.ts'

interface Kept {
  data: unknown
  updatedAt: number
}

/** @param read returns a kept page by its query key */
export async function goalOfList(
  [pages, path, params]: readonly unknown[],
  read: (queryKey: unknown) => Promise<Kept | undefined>
): Promise<Kept | undefined> {
  if (path !== goalPage.path) return undefined
  const list = await read([pages, myGoalsPage.path, {}, ''])
  const { my_goals = [] } = (list?.data ?? {}) as { my_goals?: Goal[] }
  const goal = my_goals.find(({ id }) => String(id) === (params as { goal?: string }).goal)
  return list && goal && { data: partOf(goal), updatedAt: list.updatedAt }
}

/** Without `sharing`, the page leaves it out. */
function partOf(goal: Goal): Omit<DataOf<typeof goalPage>, 'sharing'> {
  return {
    ...{ goal, session: null, group: null, logs: [], notes: [], progress: null, reminder: null },
    history: { periods: [], met_before: 0 }
  }
}
