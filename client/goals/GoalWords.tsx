import { Anchor, Text } from '@mantine/core'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { Link } from 'react-router'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { Checklist } from '../session-goals/Checklist.tsx'
import classes from './GoalCard.module.css'
import { tickedOf } from './goal-progress.ts'

/** What a goal says beside its numbers: description, link, checklist, the session it belongs to. */
export function GoalWords({ goal }: { goal: Goal }) {
  const { content, link, list, challenge_event } = goal
  const period = periodOf(goal)
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

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** "By 31 December 2026" (GOAL-65, GOAL-66). */
function periodOf({ started_at, ended_at }: Goal): string | null {
  const [from, to] = [started_at, ended_at].map(date => date && DAY.format(new Date(date)))
  if (from && to) return `${from} to ${to}`
  return to ? `By ${to}` : from ? `From ${from}` : null
}
