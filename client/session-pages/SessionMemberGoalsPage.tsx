import { sessionMemberGoalsPage } from '../../domain/session-goals/api.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { MemberGoalCard } from './MemberGoalCard.tsx'
import classes from './MemberGoals.module.css'
import { SessionFrame } from './SessionFrame.tsx'

/** The goals that members have brought into the session (SES-028, SGL-04). */
export function SessionMemberGoalsPage() {
  const data = usePage(sessionMemberGoalsPage)
  const clock = useSessionClock(data)
  const { member_goals } = data
  return (
    <SessionFrame data={data} clock={clock}>
      {member_goals.length === 0 ? (
        <EmptyState text="No goals found :(">Goals that members bring into this session appear here.</EmptyState>
      ) : (
        <ul className={classes.members} aria-label="Member goals">
          {pageOf(member_goals).map(goal => (
            <li key={goal.id}>
              <ErrorBoundary what="this goal">
                <MemberGoalCard goal={goal} session={data.challengeEvent} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      <Pager rows={member_goals} />
    </SessionFrame>
  )
}
