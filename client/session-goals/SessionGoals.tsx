import { Text } from '@mantine/core'
import type { DataOf } from '../../domain/lib/page.ts'
import type { sessionGoalsPage } from '../../domain/session-goals/api.ts'
import goalClasses from '../goals/GoalCard.module.css'
import { GoalCard } from '../goals/GoalCard.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { AvailableGoals } from './AvailableGoals.tsx'
import classes from './SessionGoals.module.css'
import { TemplateCard } from './TemplateCard.tsx'

/** My goals in a session, and the goals that its plan offers as templates. */
export function SessionGoals({ data, isOver }: { data: DataOf<typeof sessionGoalsPage>; isOver: boolean }) {
  const { my_goals, goals } = data
  const hint =
    goals.length > 0
      ? 'Add one of the templates below, or bring one of your own.'
      : 'Bring one of your own goals into this session.'
  return (
    <div className={classes.page}>
      <section aria-labelledby="my-goals">
        <div className={classes.heading}>
          <h2 id="my-goals">My Goals</h2>
          {!isOver && <AvailableGoals data={data} />}
        </div>
        <Text c="dimmed" mb="md">
          {isOver
            ? 'This session has ended. You can bring its goals into other sessions, and its totals stay.'
            : 'Everyone who sees this session sees these goals and what you log on them here. When it ends, you can bring them into another one.'}
        </Text>
        {my_goals.length === 0 ? (
          <EmptyState text="No goals found :(">{isOver ? null : hint}</EmptyState>
        ) : (
          <ul className={goalClasses.goals}>
            {my_goals.map(goal => (
              <li key={goal.id}>
                <ErrorBoundary what="this goal">
                  <GoalCard goal={goal} session={data.challengeEvent.id} />
                </ErrorBoundary>
              </li>
            ))}
          </ul>
        )}
      </section>
      {goals.length > 0 && (
        <section aria-labelledby="templates">
          <h2 id="templates">Goal Templates</h2>
          <ul className={classes.templates}>
            {goals.map(template => (
              <li key={template.uuid}>
                <ErrorBoundary what="this goal">
                  <TemplateCard template={template} data={data} />
                </ErrorBoundary>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
