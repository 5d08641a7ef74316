import type { Goal } from '../../domain/goals/api.ts'
import { toastError } from '../ui/ActionButton.tsx'
import { SortableList, SortableRow } from '../ui/rows/SortableList.tsx'
import classes from './ArrangeGoals.module.css'
import { moveGoal } from './goals.ts'

/** The open goals of a page as rows that can be dragged into another order. */
export function ArrangeGoals({ goals }: { goals: readonly Goal[] }) {
  function move(from: number, to: number): void {
    const goal = goals[from]
    if (goal) moveGoal(goal, to - from).catch(toastError)
  }
  return (
    <SortableList items={goals} nameOf={({ title }) => title} label="Open goals" onMove={move}>
      {({ uuid, title }) => (
        <SortableRow key={uuid} uuid={uuid} name={title}>
          {handle => (
            <div className={classes.row}>
              {handle}
              <span>{title}</span>
            </div>
          )}
        </SortableRow>
      )}
    </SortableList>
  )
}
