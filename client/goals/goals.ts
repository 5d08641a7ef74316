/** Actions on goals. The caller shows refusals; pages that show the goal update themselves. */

import type { Goal } from '../../domain/goals/api.ts'
import * as api from '../../domain/goals/api.ts'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { shifted } from '../../domain/goals/order.ts'
import type { CallOf, ResponseOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { changePages, readPages, reloadAllPages, reloadPages } from '../lib/page-cache.ts'
import { changeGoal, dropGoal } from '../logs/apply-log.ts'
import { notifyOtherTabs } from '../logs/other-tabs.ts'
import { type ItemOf, outboxFor } from '../outbox/outbox.ts'
import { showGoalTips } from '../tour/messages.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** @param making belongs to one form, so that sending it several times creates one goal */
export async function createGoal(input: GoalInput, making: { current: Making }): Promise<Goal> {
  const { made: goal } = await makeOnce(
    input,
    making,
    async (task, key) => (await call(api.storeGoal, { body: { challenge: { tasks: [task] } }, key })).goal,
    ({ id }) => updateGoal(id, input)
  )
  making.current = newMaking()
  notifyOtherTabs()
  await addGoal(goal)
  return goal
}

/** Shows a new goal in the list. */
async function addGoal(goal: Goal): Promise<void> {
  // After a sign-in no list is loaded yet, and one that is loading may not have this goal.
  if (readPages(api.myGoalsPage).length === 0) await reloadPages(api.myGoalsPage)
  else
    changePages(api.myGoalsPage, data =>
      data.my_goals.some(({ id }) => id === goal.id)
        ? data
        : { ...data, my_goals: [goal, ...data.my_goals], open_count: data.open_count + 1 }
    )
  showGoalTips('goal made')
}

type GoalChange = CallOf<typeof api.updateGoal>['body']['challenge']['tasks'][number]

/** Fields that are not sent stay unchanged. */
export async function updateGoal(id: number, change: GoalChange): Promise<Goal> {
  const body = { challenge: { tasks: [change] } }
  const { goal } = await call(api.updateGoal, { params: { goal: String(id) }, body })
  changeGoal(id, () => goal)
  notifyOtherTabs()
  return goal
}

export async function pauseGoal({ id }: Goal): Promise<void> {
  await changePause(id, api.pauseGoal)
}

export async function resumeGoal({ id }: Goal): Promise<void> {
  await changePause(id, api.resumeGoal)
}

async function changePause(id: number, contract: typeof api.pauseGoal | typeof api.resumeGoal): Promise<void> {
  const { goal } = await call(contract, { params: { goal: String(id) } })
  changeGoal(id, () => goal)
  notifyOtherTabs()
}

/** Reloads the list, because the goal may now belong to another page of it. */
export async function reopenGoal({ id }: Goal): Promise<Goal> {
  const goal = await updateGoal(id, { status: 1 })
  await reloadPages(api.myGoalsPage)
  return goal
}

/**
 * Moves an open goal in the person's list, which changes at once (GOAL-02).
 * @param by so many places down, or up if negative
 */
export async function moveGoal({ id }: Goal, by: number): Promise<void> {
  let leaves = false
  changePages(api.myGoalsPage, data => {
    const from = data.my_goals.findIndex(goal => goal.id === id)
    const open = data.my_goals.filter(({ status }) => status === GoalStatus.Open).length
    if (from < 0) return data
    leaves ||= from + by < 0 || from + by >= Math.min(open, config.per_page)
    return { ...data, my_goals: shifted(data.my_goals, from, Math.min(open - 1, from + by)) }
  })
  try {
    await call(api.moveGoal, { params: { goal: String(id) }, body: { by } })
    notifyOtherTabs()
    if (leaves) await reloadPages(api.myGoalsPage)
  } catch (error) {
    await reloadPages(api.myGoalsPage)
    throw error
  }
}

/** The server ends the goal's running timers, which also changes the lists of logs. */
export async function completeGoal({ id }: Goal): Promise<Goal> {
  const { goal } = await call(api.completeGoal, { params: { goal: String(id) } })
  changeGoal(id, () => goal)
  notifyOtherTabs()
  await reloadAllPages()
  return goal
}

export async function deleteGoal({ id, status }: Goal): Promise<void> {
  await call(api.deleteGoal, { params: { goal: String(id) } })
  const counted = status === GoalStatus.Open ? 'open_count' : 'completed_count'
  changePages(api.myGoalsPage, data => ({ ...data, [counted]: data[counted] - 1 }))
  dropGoal(id)
  notifyOtherTabs()
}

/** Undoes a deletion, with the goal's logs and notes. */
export async function restoreGoal({ id }: Goal): Promise<void> {
  await call(api.restoreGoal, { params: { goal: String(id) } })
  notifyOtherTabs()
  await reloadAllPages()
}

type WaitingGoal = ItemOf<typeof api.storeGoal, null>

const waitingGoals = outboxFor<typeof api.storeGoal, null>(api.storeGoal, {
  delivered(_: WaitingGoal, { goal }: ResponseOf<typeof api.storeGoal>) {
    void addGoal(goal)
    notifyOtherTabs()
    toast.success(`“${goal.title}” is created.`, { link: { label: 'View Goal', to: `/my/goals/${goal.id}` } })
  },
  refused({ text }: WaitingGoal, error: unknown) {
    toast.error(`${text} wasn’t created. ${messageOf(error)}`)
  }
})

/**
 * Keeps a goal until the server has it. The call has the key of the form's own tries, so a try whose response was lost
 * makes no second goal.
 */
export function keepGoal(input: GoalInput, key: string): void {
  waitingGoals.add({
    key,
    body: { challenge: { tasks: [input] } },
    text: nameOf(input),
    seen: null,
    scope: 'new goals'
  })
}

const nameOf = ({ title }: Pick<Goal, 'title'> | GoalInput): string => `New goal “${title}”`

export const useWaitingGoals = (): readonly WaitingGoal[] => waitingGoals.useWaiting()
