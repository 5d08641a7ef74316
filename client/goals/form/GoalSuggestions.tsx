import { Button, Text } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { GoalInput } from '../../../domain/goals/fields.ts'
import { suggestions } from '../../../domain/goals/suggestions.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import classes from './GoalForm.module.css'
import { KindIcon } from './KindField.tsx'

/** Ready-made goals. A press fills the form with one, which can be changed or created as it is. */
export function GoalSuggestions({ onChoose }: { onChoose: (goal: GoalInput) => void }) {
  const id = useId()
  const distances = useDistanceUnit()
  const ready = useMemo(() => suggestions(randomUuid, distances), [distances])
  return (
    <div>
      <Text id={id} c="dimmed" mb="xs">
        Or start with one of these
      </Text>
      <ul aria-labelledby={id} className={`${classes.chips} ${classes.suggestions}`}>
        {ready.map(({ kind, goal }) => (
          <li key={goal.title}>
            <Button variant="default" radius="xl" leftSection={<KindIcon kind={kind} />} onClick={() => onChoose(goal)}>
              {goal.title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
