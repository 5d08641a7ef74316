import { Text } from '@mantine/core'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { GoalCard } from './GoalCard.tsx'
import classes from './Goals.module.css'

/** The goals of the session's plan; those of the part that runs come first. */
export function Goals({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { tasks, parts } = data.challengeEvent
  const active = new Set(clock.groups.flatMap(group => group.active.map(part => part.uuid)))
  const current = new Set(
    parts.flatMap(group => group.parts.flatMap(part => (active.has(part.uuid) ? part.task_uuids : [])))
  )
  const goals = tasks.flatMap(group => group.parts)
  if (goals.length === 0) return null
  const ordered = [...goals.filter(goal => current.has(goal.uuid)), ...goals.filter(goal => !current.has(goal.uuid))]
  return (
    <section aria-labelledby="goals">
      <h2 id="goals" className={classes.heading}>
        Goals
      </h2>
      {clock.status === 0 && <Text c="dimmed">Progress can be logged when the session is in progress.</Text>}
      <ul className={classes.goals}>
        {ordered.map(goal => (
          <li key={goal.uuid}>
            <GoalCard task={goal} data={data} canLog={clock.status !== 0} isNow={current.has(goal.uuid)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
