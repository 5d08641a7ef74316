import { Checkbox, Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { SetsField } from '../../ui/forms/SetsField.tsx'
import '@mantine/core/styles/Chip.layer.css'
import type { Part } from '../../../domain/activities/plan.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { PlainTextField } from '../../editor/PlainTextField.tsx'
import { randomUuid } from '../../lib/client-uuid.ts'
import classes from '../Builder.module.css'
import { useBuilder, useError } from '../builder.ts'
import { StartPoint } from '../fields/StartPoint.tsx'
import { AlertList } from './AlertList.tsx'
import { PlanTimers } from './PlanTimers.tsx'

interface Props {
  part: Part
  linked: 0 | 1
  index: number
  path: string
  change: (fields: Partial<Part>) => void
}

type Flag = 'per_participant' | 'can_complete' | 'edit_content' | 'is_custom_duration'

export function PartOptions({ part, linked, index, path, change }: Props) {
  const contentError = useError(`${path}.content`)
  const promptError = useError(`${path}.edit_prompt`)
  const isInterval = part.is_interval === 1
  const flag = (name: Flag, label: string, description?: string) => (
    <Checkbox
      label={label}
      description={description}
      checked={part[name] === 1}
      onChange={event => change({ [name]: event.currentTarget.checked ? 1 : 0 })}
    />
  )
  return (
    <Stack gap="md" className={classes.options}>
      <PlainTextField
        label="Description"
        rows={2}
        value={part.content}
        error={contentError}
        onChange={content => change({ content })}
      />
      <StartPoint part={part} linked={linked} index={index} path={path} change={change} />
      {flag('per_participant', 'Per participant', 'Everyone gets a turn of this length, one after another.')}
      {part.per_participant === 1 && !isInterval && (
        <SetsField className={classes.small} label="Rounds" value={part.sets} onChange={sets => change({ sets })} />
      )}
      {flag('can_complete', 'The host can finish it early')}
      {flag('edit_content', 'People can write its text during the session')}
      {part.edit_content === 1 && (
        <TextInput
          label="Question to ask"
          placeholder="What did you find out?"
          maxLength={1000}
          value={part.edit_prompt}
          error={promptError}
          onChange={event => change({ edit_prompt: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label="Interval timers"
        description="Short timers in a row, repeated."
        checked={isInterval}
        onChange={event => {
          if (!event.currentTarget.checked) change({ is_interval: 0, is_custom_duration: 1, sets: 1 })
          else
            change({
              is_interval: 1,
              is_custom_duration: 0,
              timers: part.timers.length > 0 ? part.timers : [newTimer(randomUuid())]
            })
        }}
      />
      {isInterval && (
        <>
          <PlanTimers
            timers={part.timers}
            path={`${path}.timers`}
            sets={part.sets}
            onSets={sets => change({ sets })}
            onChange={timers => change({ timers })}
          />
          {flag('is_custom_duration', 'Its own duration, whatever the timers say')}
        </>
      )}
      <AttachedGoals part={part} change={change} />
      <AlertList part={part} path={path} change={change} />
    </Stack>
  )
}

/** The goals that belong to this part (task_uuids). */
function AttachedGoals({ part, change }: Pick<Props, 'part' | 'change'>) {
  const tasks = useBuilder(({ form }) => form.tasks)
  const goals = tasks.flatMap(group => group.parts)
  if (goals.length === 0) return null
  return (
    <fieldset className={classes.set}>
      <legend>Goals of this part</legend>
      <Text c="dimmed" size="sm" mb="xs">
        They come first while it runs.
      </Text>
      <Chip.Group multiple value={part.task_uuids} onChange={task_uuids => change({ task_uuids })}>
        <Group gap="xs">
          {goals.map((goal, index) => (
            <Chip key={goal.uuid} value={goal.uuid} size="md" variant="outline">
              {goal.title || `Goal ${index + 1}`}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  )
}
