import { Text, Title } from '@mantine/core'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import type { Task, TaskGroup } from '../../../domain/activities/plan.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, plural, shortDuration } from '../../../domain/lib/duration.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useFirstRows } from '../../ui/loading/first-rows.ts'
import { intervalText } from './interval-text.ts'
import classes from './PlanGoals.module.css'

export function PlanGoals({ groups }: { groups: readonly TaskGroup[] }) {
  const shown = groups.filter(group => !group.hidden && group.parts.length > 0)
  const { counts, left } = useFirstRows(shown.map(group => group.parts.length))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="goals">
      <Title order={2} id="goals" mb="md">
        Goals
      </Title>
      {shown.map((group, index) => (
        <div key={group.uuid}>
          {group.title && (
            <Title order={3} size="h4" mb="xs">
              {group.title}
            </Title>
          )}
          <ul className={classes.goals}>
            {group.parts.slice(0, counts[index]).map(task => (
              <Goal key={task.uuid} task={task} />
            ))}
          </ul>
        </div>
      ))}
      {left > 0 && <Text>{`and ${plural(left, 'more goal')}`}</Text>}
    </section>
  )
}

function Goal({ task }: { task: Task }) {
  const target = targetText(task, useDistanceUnit())
  return (
    <li>
      <IconTarget size={22} aria-hidden className={classes.icon} />
      <div>
        <strong>{task.title}</strong>
        {target && <div className={classes.target}>{target}</div>}
        {task.is_list === 1 && task.list.length > 0 && (
          <ul className={classes.items}>
            {task.list.map(item => (
              <li key={item.uuid}>{item.title}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** "Read 12 books, 1.5 miles, 20 min"; empty when the title says it all. */
function targetText(task: Task, distances: DistanceUnit): string {
  const parts = [
    task.amount === null ? '' : amountText(task.amount, task.unit),
    task.distance === null ? '' : distanceText(task.distance, distances),
    task.duration > 0 ? shortDuration(task.duration) : '',
    intervalText(task)
  ].filter(Boolean)
  if (parts.length === 0) return ''
  const text = [task.action, parts.join(', ')].filter(Boolean).join(' ')
  return text.toLowerCase() === task.title.toLowerCase() ? '' : text
}
