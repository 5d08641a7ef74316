import type { Goal } from '../../../domain/goals/api.ts'
import type { GoalChart as Chart, Progress } from '../../../domain/goals/chart.ts'
import { late } from '../../ui/loading/late.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from './GoalChart.module.css'
import { useGoalChart } from './goal-chart.ts'

const ProgressLines = late<{ goal: Goal; chart: Chart }>(
  async () => (await import('./ProgressLines.tsx')).ProgressLines
)

/** The progress over time of a goal that does not repeat. Reserves its space until the picture has loaded. */
export function GoalChart({ goal, progress }: { goal: Goal; progress: Progress }) {
  const chart = useGoalChart(goal, progress)
  if (!chart) return null
  return (
    <Panel id="progress" title="Over time" space="xs" mt="lg">
      <div className={classes.room}>
        <ProgressLines goal={goal} chart={chart} />
      </div>
    </Panel>
  )
}
