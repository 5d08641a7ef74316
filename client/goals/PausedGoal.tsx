import { Text } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import type { Goal } from '../../domain/goals/api.ts'
import type { Day } from '../../domain/lib/day.ts'
import { useDayText } from '../days/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { resumeGoal } from './goals.ts'
import classes from './PausedGoal.module.css'

/** Replaces the buttons while a goal is paused. Log Progress on the goal's page still logs. */
export function PausedGoal({ goal, since }: { goal: Goal; since: Day }) {
  const dayText = useDayText()
  return (
    <div className={classes.paused}>
      <Text>
        Paused since {dayText(since)}.{goal.repeats && ' Its streak is safe.'}
      </Text>
      <ActionButton
        variant="default"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        action={() => resumeGoal(goal)}
      >
        Resume Goal
      </ActionButton>
    </div>
  )
}
