import type { Goal } from '../../domain/goals/api.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { completeGoal } from './goals.ts'

/** Completes the goal and shows a congratulation (GOAL-31, D-50). */
export async function congratulate(goal: Goal): Promise<void> {
  await completeGoal(goal)
  toast.success(
    <>
      <strong style={{ display: 'block' }}>Success!</strong>
      Congratulations on completing {goal.title}!
    </>
  )
}
