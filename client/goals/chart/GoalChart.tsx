import { Card, Title } from '@mantine/core'
import type { Goal } from '../../../domain/goals/api.ts'
import type { GoalChart as Chart, Progress } from '../../../domain/goals/chart.ts'
import { late } from '../../ui/loading/late.tsx'
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
    <Card component="section" aria-labelledby="progress" mt="lg">
      <Title order={2} id="progress" mb="xs">
        Over time
      </Title>
      <div className={classes.room}>
        <ProgressLines goal={goal} chart={chart} />
      </div>
    </Card>
  )
}
