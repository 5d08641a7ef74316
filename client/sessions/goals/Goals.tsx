import { Text } from '@mantine/core'
import { NO_LOGS_YET } from '../../../domain/logs/logging.ts'
import type { SessionData, SessionTask } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { GoalCard } from './GoalCard.tsx'
import classes from './Goals.module.css'
import { Together } from './Together.tsx'

/** The goals of the session's plan, those of the running parts first. */
export function Goals({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const goals = goalsInOrder(data, clock)
  if (goals.length === 0) return null
  // Members can still log after the end (D-86). Nobody can join then.
  const canLog = clock.status === SessionStatus.Running || (clock.status === SessionStatus.Ended && data.me !== null)
  return (
    <section aria-labelledby="goals" data-tour="tasks">
      <h2 id="goals" className={classes.heading}>
        Goals
      </h2>
      {clock.status === SessionStatus.NotStarted && <Text c="dimmed">{NO_LOGS_YET}</Text>}
      <ul className={classes.goals}>
        {goals.map(({ task, isNow }) => (
          <li key={task.uuid}>
            <ErrorBoundary what="this goal">
              <GoalCard
                task={task}
                data={data}
                canLog={canLog}
                hasEnded={clock.status === SessionStatus.Ended}
                isNow={isNow}
              />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {clock.status !== SessionStatus.NotStarted && <Together session={data.challengeEvent} />}
    </section>
  )
}

/** All goals of the plan. Goals of the running parts come first. */
export function goalsInOrder(
  { challengeEvent: { tasks, parts } }: SessionData,
  clock: SessionClock
): { task: SessionTask; isNow: boolean }[] {
  const active = new Set(clock.groups.flatMap(group => group.active.map(part => part.uuid)))
  const current = new Set(
    parts.flatMap(group => group.parts.flatMap(part => (active.has(part.uuid) ? part.task_uuids : [])))
  )
  const goals = tasks.flatMap(group => group.parts.map(task => ({ task, isNow: current.has(task.uuid) })))
  return [...goals.filter(goal => goal.isNow), ...goals.filter(goal => !goal.isNow)]
}
