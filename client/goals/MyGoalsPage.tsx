import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTargetArrow from '@tabler/icons-react/dist/esm/icons/IconTargetArrow.mjs'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { myGoalsPage } from '../../domain/goals/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { useOpenedByAddress, usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { showGoalTips } from '../tour/messages.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import { EXAMPLE_GOAL } from './example-goal.ts'
import classes from './GoalCard.module.css'
import { GoalCard } from './GoalCard.tsx'
import { GoalList } from './GoalList.tsx'
import { useWaitingGoals } from './goals.ts'

const CreateGoal = late(async () => (await import('./form/CreateGoal.tsx')).CreateGoal)

export function MyGoalsPage() {
  const page = usePersonalPage(myGoalsPage)
  const user = useUser()
  const [isOpen, setOpen] = useOpenedByAddress()
  const [isPressed, setPressed] = useState(false)
  // Someone without goals begins with one. Broken data must not take the heading with it.
  const opensItself = !isOpen && !isPressed && user !== null && page?.my_goals?.length === 0
  const creating = isOpen || opensItself
  const toggle = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const press = (): void => {
    setPressed(true)
    setOpen(!isOpen)
    if (opensItself) form.current?.querySelector('input')?.focus()
  }
  // The new goal takes the place of the form, so close the form and move the focus to its button.
  const showGoals = (): void => {
    setPressed(true)
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <>
      <MyHeading
        title="My Goals"
        actions={
          <>
            <Button component={Link} to="/programmes" variant="default">
              Programmes
            </Button>
            <Button
              ref={toggle}
              data-tour="startGoalTour"
              aria-expanded={creating}
              variant={creating ? 'default' : 'filled'}
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={press}
            >
              Create a Goal
            </Button>
          </>
        }
      />
      {/* Hidden instead of removed, so that the typed text is still there when it opens again. */}
      <div ref={form} hidden={!creating}>
        <ErrorBoundary what="this form">
          <CreateGoal onCreated={showGoals} />
        </ErrorBoundary>
      </div>
      <WaitingGoals />
      <ErrorBoundary what="your goals">{user ? <Own page={page} creating={creating} /> : <Example />}</ErrorBoundary>
    </>
  )
}

/** Goals that are created when the connection is back. */
function WaitingGoals() {
  const waiting = useWaitingGoals()
  const isHeldUp = waiting.filter(item => item.tries > 0 || !navigator.onLine)
  if (isHeldUp.length === 0) return null
  return (
    <ul className={classes.waiting} aria-label="Waiting to be created">
      {isHeldUp.map(({ key, body }) => (
        <li key={key}>
          <span dir="auto">{body.challenge.tasks[0]?.title}</span> <small>Created when you’re connected again</small>
        </li>
      ))}
    </ul>
  )
}

function Example() {
  return (
    <div className={classes.goals}>
      <GoalCard goal={EXAMPLE_GOAL} example />
    </div>
  )
}

function Own({ page, creating }: { page: DataOf<typeof myGoalsPage> | null; creating: boolean }) {
  const hasNone = page?.my_goals.length === 0
  useEffect(() => {
    // The open form says the same, and the tip would cover its first field.
    if (hasNone && !creating) showGoalTips('no goals yet')
  }, [hasNone, creating])
  if (!page) return <Loading />
  if (page.my_goals.length === 0) {
    return creating ? null : (
      <EmptyState
        icon={<IconTargetArrow size={40} aria-hidden />}
        text="You don't have any goals yet. Create one, and log your progress with one press."
      />
    )
  }
  return <GoalList {...page} />
}
