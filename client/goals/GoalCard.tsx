import { Badge, Card, Title } from '@mantine/core'
import { GoalStatus } from '../../domain/goals/goal.ts'
import '@mantine/core/styles/Badge.layer.css'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Goal } from '../../domain/goals/api.ts'
import { late } from '../ui/loading/late.tsx'
import classes from './GoalCard.module.css'
import { GoalProgress } from './GoalProgress.tsx'
import { GoalReached } from './GoalReached.tsx'
import { GoalWords } from './GoalWords.tsx'
import type { Place } from './MoveItems.tsx'
import { QuickLogButtons } from './QuickLogButtons.tsx'

const GoalMenu = late(async () => (await import('./GoalMenu.tsx')).GoalMenu)
const EditGoal = late(async () => (await import('./form/EditGoal.tsx')).EditGoal)

interface Props {
  goal: Goal
  /** The example for visitors. It comes from the page itself and cannot be changed (D-46). */
  example?: boolean
  /** The id of the session whose page shows the goal. Presses there are visible to the session. */
  session?: number | null
  place?: Place
}

/** A goal at a glance; the form to edit it replaces the card's content (GOAL-18, GOAL-19). */
export function GoalCard({ goal, example = false, session = null, place }: Props) {
  const [editing, setEditing] = useState(false)
  const formId = useId()
  const title = (
    <Title order={2} size="h3" className={classes.title}>
      {example ? goal.title : <Link to={`/my/goals/${goal.id}`}>{goal.title}</Link>}
      {example && (
        <Badge variant="light" ff="text">
          Example
        </Badge>
      )}
    </Title>
  )
  return (
    <Card
      component="article"
      data-tour={`newCreateGoal newCreateLog-${goal.id}`}
      className={classes.card}
      data-completed={goal.status === GoalStatus.Completed || undefined}
    >
      {!example && (
        <div className={classes.menu}>
          <GoalMenu
            goal={goal}
            editing={editing}
            onEdit={() => setEditing(true)}
            onSave={() => submit(formId)}
            place={place}
          />
        </div>
      )}
      {editing ? (
        <EditGoal goal={goal} formId={formId} onDone={() => setEditing(false)} />
      ) : (
        <>
          <GoalProgress goal={goal} title={title} />
          <GoalReached goal={goal} />
          <GoalWords goal={goal} />
          <QuickLogButtons goal={goal} example={example} session={session} />
        </>
      )}
    </Card>
  )
}

export function submit(formId: string): void {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
