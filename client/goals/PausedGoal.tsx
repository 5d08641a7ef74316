import { Button, Text } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import type { Day } from '../../domain/lib/day.ts'
import { useDayText } from '../days/texts.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { resumeGoal } from './goals.ts'
import classes from './PausedGoal.module.css'

/** Replaces the buttons while a goal is paused. Log Progress on the goal's page still logs. */
export function PausedGoal({ goal, since }: { goal: Goal; since: Day }) {
  const dayText = useDayText()
  const [busy, setBusy] = useState(false)
  async function resume(): Promise<void> {
    setBusy(true)
    try {
      await resumeGoal(goal)
    } catch (error) {
      toast.error(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={classes.paused}>
      <Text>
        Paused since {dayText(since)}.{goal.repeats && ' Its streak goes on.'}
      </Text>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => void resume()}
      >
        Resume Goal
      </Button>
    </div>
  )
}
