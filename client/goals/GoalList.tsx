import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Goal, myGoalsPage } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { config } from '../lib/embedded.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { late } from '../ui/loading/late.tsx'
import { Pager, pageNumber, pageOf } from '../ui/Pager.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './GoalCard.module.css'
import { GoalCard } from './GoalCard.tsx'
import { moveGoal } from './goals.ts'

const ArrangeGoals = late(async () => (await import('./ArrangeGoals.tsx')).ArrangeGoals)

/** My goals: the open ones in my own order, then the completed ones, which are collapsed. */
export function GoalList({ my_goals, open_count, completed_count }: DataOf<typeof myGoalsPage>) {
  const [arranging, setArranging] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const [said, setSaid] = useState('')
  const [search] = useSearchParams()
  const page = pageNumber(search)
  const shown = pageOf(my_goals)
  const open = shown.filter(({ status }) => status === GoalStatus.Open)
  const completed = shown.filter(({ status }) => status === GoalStatus.Completed)
  const isUnfolded = unfolded || open.length === 0
  const placeOf = (goal: Goal): number => (page - 1) * config.per_page + open.indexOf(goal)

  const fold = useRef<HTMLDivElement>(null)
  const counted = useRef(completed_count)
  // Completing a goal removes its card. If that had the focus, focus the list of completed goals.
  useLayoutEffect(() => {
    const isMore = completed_count > counted.current
    counted.current = completed_count
    if (isMore && document.activeElement === document.body)
      fold.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [completed_count])

  function move(goal: Goal, by: number): void {
    const place = Math.min(open_count - 1, Math.max(0, placeOf(goal) + by))
    moveGoal(goal, by).then(
      () => setSaid(`${goal.title} is at place ${place + 1} of ${open_count}.`),
      error => toast.error(messageOf(error))
    )
  }

  return (
    <>
      {open.length > 1 && (
        <div className={classes.tools}>
          <Button
            variant={arranging ? 'light' : 'subtle'}
            px="sm"
            leftSection={<IconArrowsSort size={18} aria-hidden />}
            onClick={() => setArranging(!arranging)}
          >
            {arranging ? 'Done arranging' : 'Arrange'}
          </Button>
        </div>
      )}
      {arranging && open.length > 1 ? (
        <ArrangeGoals goals={open} />
      ) : (
        <ul className={classes.goals} aria-label="Open goals">
          {open.map(goal => (
            <li key={goal.id}>
              <ErrorBoundary what="this goal">
                <GoalCard goal={goal} place={{ at: placeOf(goal), of: open_count, move: by => move(goal, by) }} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div ref={fold}>
        {completed.length > 0 ? (
          <Completed
            goals={completed}
            count={completed_count}
            open={isUnfolded}
            onToggle={() => setUnfolded(!unfolded)}
          />
        ) : (
          completed_count > 0 &&
          page <= open_count / config.per_page && (
            <Anchor
              component={Link}
              to={`?page=${Math.floor(open_count / config.per_page) + 1}`}
              className={classes.fold}
            >
              Completed · {completed_count}
            </Anchor>
          )
        )}
      </div>
      {/* While the completed goals are collapsed, hide the pager too, because later pages have completed goals only. */}
      {(page > 1 || completed.length === 0 || isUnfolded) && <Pager rows={my_goals} />}
    </>
  )
}

interface CompletedProps {
  goals: readonly Goal[]
  /** Over all pages. */
  count: number
  open: boolean
  onToggle: () => void
}

function Completed({ goals, count, open, onToggle }: CompletedProps) {
  const id = useId()
  return (
    <section aria-label="Completed goals" className={classes.completedGoals}>
      <Button
        variant="subtle"
        px="sm"
        aria-expanded={open}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={18} aria-hidden className={classes.chevron} data-open={open || undefined} />
        }
        onClick={onToggle}
      >
        Completed · {count}
      </Button>
      <ul id={id} className={classes.goals} hidden={!open}>
        {open &&
          goals.map(goal => (
            <li key={goal.id}>
              <ErrorBoundary what="this goal">
                <GoalCard goal={goal} />
              </ErrorBoundary>
            </li>
          ))}
      </ul>
    </section>
  )
}
