import { Anchor, Text } from '@mantine/core'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { Link } from 'react-router'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { daysText } from '../../domain/goals/pace.ts'
import { type Calendar, type Day, dayOf, UTC } from '../../domain/lib/day.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { Checklist } from './checklist/Checklist.tsx'
import classes from './GoalCard.module.css'
import { useMeasures } from './GoalProgress.tsx'
import { isReached, tickedOf } from './goal-progress.ts'

const useDayText = dayTexts({ dateStyle: 'long' })

/** The parts of a goal besides its numbers: description, link, checklist, and its session. */
export function GoalWords({ goal }: { goal: Goal }) {
  const { content, link, list, challenge_event } = goal
  const user = useUser()
  const now = useNow()
  const dayText = useDayText()
  const isDone = isReached(useMeasures(goal))
  const period = periodOf(goal, isDone, now, user ?? UTC, dayText)
  if (!content && !link && list.length === 0 && !challenge_event && !period) return null
  return (
    <div className={classes.texts}>
      {period && <Text>{period}</Text>}
      {content && <Text className={classes.content}>{content}</Text>}
      {link && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
          <IconExternalLink size={18} aria-hidden />
          {link.replace(/^https?:\/\//i, '')}
        </Anchor>
      )}
      {list.length > 0 && (
        <Checklist
          title={goal.title}
          items={list}
          of={{ goal: goal.id, session: null }}
          ticked={tickedOf(goal)}
          disabled={goal.status === GoalStatus.Completed}
          ask={go => requireSignIn('to log your progress', go)}
        />
      )}
      {challenge_event && (
        <Text>
          In the session{' '}
          <Anchor component={Link} to={challenge_event.path}>
            {challenge_event.title}
          </Anchor>
        </Text>
      )}
    </div>
  )
}

/** "By December 31, 2026 · 12 days left", in the person's days (GOAL-65, GOAL-66). */
function periodOf(
  goal: Goal,
  isDone: boolean,
  now: number,
  calendar: Calendar,
  dayText: (day: Day) => string
): string | null {
  const dayIn = (date: string | null): Day | null => date && dayOf(Date.parse(date), calendar)
  const [first, last] = [dayIn(goal.started_at), dayIn(goal.ended_at)]
  const [from, to] = [first, last].map(day => day && dayText(day))
  const days =
    from && to ? `${from} to ${to}` : to ? `${goal.is_limit ? 'Until' : 'By'} ${to}` : from ? `From ${from}` : null
  const today = dayOf(now, calendar)
  // A goal that is reached shows no days left, and a limit is never overdue.
  const isPast = goal.is_limit === 1 && last !== null && last < today
  const isOver = goal.status === GoalStatus.Completed || (isDone && !goal.repeats) || isPast
  return [days, isOver ? null : daysText({ first, last }, today)].filter(Boolean).join(' · ') || null
}
