import { Button, Card, Group, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Goal, goalPage, type Sharing } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { GoalReminder as Reminder } from '../../domain/reminders/goal-api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { openLogs } from '../logs/apply-log.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { GoalChart } from './chart/GoalChart.tsx'
import { useTicked } from './checklist/ticks.ts'
import { EditGoal } from './form/EditGoal.tsx'
import classes from './GoalCard.module.css'
import { submit } from './GoalCard.tsx'
import { GoalFrame } from './GoalFrame.tsx'
import { GoalMenu } from './GoalMenu.tsx'
import { GoalPace } from './GoalPace.tsx'
import { GoalProgress } from './GoalProgress.tsx'
import { congratulate, GoalReached } from './GoalReached.tsx'
import { GoalWords } from './GoalWords.tsx'
import { usePending } from './goal-presses.ts'
import { tickedOf } from './goal-progress.ts'
import { reopenGoal } from './goals.ts'
import { PeriodHistory } from './PeriodHistory.tsx'
import { QuickLogButtons } from './QuickLogButtons.tsx'
import { GoalReminder } from './reminder/GoalReminder.tsx'
import { SharedWith } from './sharing/SharedWith.tsx'

const EMPTY =
  "You don't have any active progress for this goal. Click the Log Progress button to start tracking some progress."

export function GoalPage() {
  const page = usePersonalPage(goalPage)
  const goal = page?.goal ?? null
  return (
    <GoalFrame goal={goal}>
      {page && <Details key={page.goal.id} goal={page.goal} sharing={page.sharing} reminder={page.reminder} />}
      {page?.progress && <GoalChart key={`chart ${page.goal.id}`} goal={page.goal} progress={page.progress} />}
      {page && <PeriodHistory goal={page.goal} history={page.history} />}
    </GoalFrame>
  )
}

interface DetailsProps {
  goal: Goal
  /** Pages that the device keeps from an earlier version lack these. */
  sharing: Sharing | undefined
  reminder: Reminder | null | undefined
}

function Details({ goal, sharing, reminder = null }: DetailsProps) {
  const [editing, setEditing] = useState(false)
  const formId = useId()
  const navigate = useNavigate()
  const { amount_elapsed, distance_elapsed, duration_elapsed } = goal
  const pending = usePending(goal)
  const ticked = useTicked({ goal: goal.id, session: null }, tickedOf(goal))
  const logged = amount_elapsed + distance_elapsed + duration_elapsed
  const isLogged = logged + pending.amount + pending.distance + pending.duration > 0 || ticked.length > 0
  const active = isLogged || openLogs(goal).length > 0
  const open = goal.status === GoalStatus.Open
  return (
    <Card className={classes.card} data-wide>
      <div className={classes.menu}>
        <GoalMenu
          goal={goal}
          editing={editing}
          onEdit={() => setEditing(true)}
          onSave={() => submit(formId)}
          onDeleted={() => void navigate('/my/goals')}
        />
      </div>
      {editing ? (
        <EditGoal goal={goal} formId={formId} onDone={() => setEditing(false)} />
      ) : (
        <>
          <GoalProgress goal={goal} />
          <GoalReached goal={goal} />
          <GoalPace goal={goal} />
          <GoalWords goal={goal} />
          <GoalReminder goal={goal} reminder={reminder} />
          {sharing && <SharedWith goal={goal} sharing={sharing} />}
          {open && !active && <Text c="dimmed">{EMPTY}</Text>}
          <QuickLogButtons goal={goal} />
          <Group gap="xs">
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Change goal={goal} />
          </Group>
        </>
      )}
    </Card>
  )
}

function Change({ goal }: { goal: Goal }) {
  const isOpen = goal.status === GoalStatus.Open
  return (
    <ActionButton variant="default" action={() => (isOpen ? congratulate(goal) : reopenGoal(goal))}>
      {isOpen ? 'Complete Goal' : 'Reopen'}
    </ActionButton>
  )
}
