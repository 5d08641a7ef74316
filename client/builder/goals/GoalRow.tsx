import { Checkbox, Stack, Text } from '@mantine/core'
import { memo, useId, useState } from 'react'
import type { Task } from '../../../domain/activities/plan.ts'
import { setTask } from '../../../domain/activities/plan-edit.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, shortDuration } from '../../../domain/lib/duration.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { SortableRow } from '../../ui/rows/SortableList.tsx'
import classes from '../Builder.module.css'
import { hasErrors, useBuilder, useBuilderStore } from '../builder.ts'
import { FoldButton } from '../parts/FoldButton.tsx'
import { ItemMenu } from '../parts/ItemMenu.tsx'
import { PlanTimers } from '../parts/PlanTimers.tsx'
import { GoalInPlan } from './GoalInPlan.tsx'

interface Props {
  task: Task
  groupUuid: string
  index: number
  path: string
}

export const GoalRow = memo(function GoalRow({ task, groupUuid, index, path }: Props) {
  const distances = useDistanceUnit()
  const { plan } = useBuilderStore().get()
  const hasError = useBuilder(({ errors }) => hasErrors(errors, path))
  // A goal without a name was just added, so it starts open.
  const [more, setMore] = useState(task.title === '')
  const id = useId()
  const name = task.title || `Goal ${index + 1}`
  const open = more || hasError
  const change = (fields: Partial<Task>): void => plan(before => setTask(before, task.uuid, fields))
  return (
    <SortableRow uuid={task.uuid} name={name}>
      {handle => (
        <div className={classes.item}>
          <div className={classes.goalRow}>
            {handle}
            <div>
              <strong>{name}</strong>
              <Text c="dimmed" size="sm">
                {targetText(task, distances)}
              </Text>
            </div>
            <FoldButton label={`Fields of ${name}`} isOpen={open} controls={id} onClick={() => setMore(!open)} />
            <ItemMenu groupUuid={groupUuid} uuid={task.uuid} index={index} name={name} />
          </div>
          <div id={id}>
            {open && (
              <Stack gap="md" className={classes.options}>
                <GoalInPlan task={task} path={path} change={change} />
                <Checkbox
                  label="Interval timers"
                  description="Work through this goal with a series of short timers."
                  checked={task.is_interval === 1}
                  onChange={event => {
                    const on = event.currentTarget.checked
                    change({
                      is_interval: on ? 1 : 0,
                      timers: on && task.timers.length === 0 ? [newTimer(randomUuid())] : task.timers
                    })
                  }}
                />
                {task.is_interval === 1 && (
                  <PlanTimers
                    timers={task.timers}
                    path={`${path}.timers`}
                    sets={task.sets}
                    onSets={sets => change({ sets })}
                    onChange={timers => change({ timers })}
                  />
                )}
              </Stack>
            )}
          </div>
        </div>
      )}
    </SortableRow>
  )
})

function targetText(task: Task, distances: DistanceUnit): string {
  return [
    task.amount === null ? '' : amountText(task.amount, task.unit),
    task.distance === null ? '' : distanceText(task.distance, distances),
    task.duration > 0 ? shortDuration(task.duration) : '',
    task.list.length > 0 ? `${task.list.length} on the list` : ''
  ]
    .filter(Boolean)
    .join(', ')
}
