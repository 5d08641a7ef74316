import { Title } from '@mantine/core'
import { useMemo } from 'react'
import type { GoalInput } from '../../domain/goals/api.ts'
import { suggestions } from '../../domain/goals/suggestions.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { KindIcon } from './form/KindField.tsx'
import classes from './GoalSuggestions.module.css'

/** Ready-made goals. A press fills the form with one, which can be changed or created as it is. */
export function GoalSuggestions({ onChoose }: { onChoose: (goal: GoalInput) => void }) {
  const distances = useDistanceUnit()
  const ready = useMemo(() => suggestions(randomUuid, distances), [distances])
  return (
    <section aria-labelledby="ready-goals" className={classes.suggestions}>
      <Title order={2} size="h3" id="ready-goals">
        Or begin with one of these
      </Title>
      <ul>
        {ready.map(({ kind, about, goal }) => (
          <li key={goal.title}>
            <button type="button" onClick={() => onChoose(goal)}>
              <KindIcon kind={kind} />
              <span className={classes.title}>{goal.title}</span>
              <span className={classes.about}>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
