import { Progress } from '@mantine/core'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import '@mantine/core/styles/Progress.layer.css'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { underway } from '../../domain/goals/underway.ts'
import { advanceLog, elapsed, LogStatus } from '../../domain/logs/log.ts'
import type { MemberGoal } from '../../domain/session-goals/api.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { Face } from '../faces/Face.tsx'
import { useNow } from '../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { aims, amountsText } from '../sessions/goals/goal-progress.ts'
import { LogRow } from '../sessions/goals/LogRow.tsx'
import logClasses from '../sessions/goals/Logs.module.css'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import classes from './MemberGoals.module.css'

/** A goal that a member has brought into the session, with its progress and logs (D-103). */
export function MemberGoalCard({ goal, session }: { goal: MemberGoal; session: Session }) {
  const now = useNow()
  const distances = useDistanceUnit()
  const running = goal.logs.reduce(
    (sum, log) =>
      log.status === LogStatus.Active
        ? sum + Math.max(0, elapsed(advanceLog(log, now), now) - log.elapsed_duration)
        : sum,
    0
  )
  const done = {
    amount: goal.amount_elapsed,
    distance: goal.distance_elapsed,
    duration: goal.duration_elapsed + running
  }
  const lines = aims({ ...goal, action_duration: 0 }, done, distances, underway(goal.logs, now))
  return (
    <article className={classes.member} aria-label={`${goal.title}, ${goal.username}`}>
      <div className={classes.top}>
        <h2>{goal.title}</h2>
        <span className={classes.owner}>
          <Face username={goal.username} size={24} />
          <PersonLink username={goal.username} />
        </span>
      </div>
      {goal.completed_at && (
        <span className={classes.completed}>
          <IconCheck size={18} aria-hidden /> Completed
        </span>
      )}
      {lines.map(({ label, share }) => (
        <div key={label.replace(/^\S+ /, '')} className={classes.aim}>
          <Progress value={share * 100} size="md" aria-label={`${goal.title}: ${label}`} />
          <span>{label}</span>
        </div>
      ))}
      {lines.length === 0 && <span>{amountsText(done, goal.unit, distances) || 'Nothing logged yet'}</span>}
      {goal.logs.length > 0 && (
        <ul className={logClasses.list} aria-label={`Logs of ${goal.title}`}>
          {goal.logs.map(log => (
            <ErrorBoundary key={log.id} as="li" what="this log">
              <LogRow log={log} session={session} />
            </ErrorBoundary>
          ))}
        </ul>
      )}
    </article>
  )
}
