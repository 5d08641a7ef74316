/** Finds a goal in a plan. */

interface Groups<Task> {
  tasks: readonly { hidden: 0 | 1; parts: readonly Task[] }[]
}

/** Returns the goal of the plan with this uuid, or null. Only hosts find goals of hidden groups (D-98). */
export function findTask<Task extends { uuid: string }>(
  plan: Groups<Task>,
  uuid: string,
  isHost: boolean
): Task | null {
  const groups = plan.tasks.filter(group => isHost || !group.hidden)
  return groups.flatMap(group => group.parts).find(task => task.uuid === uuid) ?? null
}
