import { Button } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import type { Goal, GoalButton } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { amountText, clockFace, distanceText } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { openLogs } from '../logs/apply-log.ts'
import { LogTimer } from '../logs/LogTimer.tsx'
import { newPress, send, useIsStarting } from '../logs/press.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './GoalCard.module.css'
import { LastPress } from './LastPress.tsx'

/** The goal's timers that run or wait, and its buttons: one press logs (GOAL-41, LOG-28). */
export function QuickLogButtons({ goal, example = false }: { goal: Goal; example?: boolean }) {
  const [last, setLast] = useState<{ log: Log; text: string } | null>(null)
  if (goal.status === GoalStatus.Completed) return null
  const timers = openLogs(goal)
  const free = goal.quick_log_buttons.filter(button => !button.activeLog)

  async function press(button: GoalButton): Promise<void> {
    const { uuid, title, content, amount, distance, duration, status } = button
    const pressed = newPress({
      goal_id: goal.id,
      ql_button_uuid: uuid,
      title,
      content,
      amount,
      distance,
      duration,
      status
    })
    const attempt = async (): Promise<void> => {
      try {
        const log = await send(pressed)
        setLast(duration ? null : { log, text: wordsOf(button, goal.unit) })
      } catch (error) {
        toast.error(`${wordsOf(button, goal.unit)} was not logged. ${messageOf(error)}`, {
          action: { label: 'Try again', run: () => void attempt() }
        })
      }
    }
    await attempt()
  }

  return (
    <>
      {timers.map(log => (
        <LogTimer key={log.id} log={log} title={titleOf(goal, log)} />
      ))}
      {free.length > 0 && (
        <fieldset aria-label={`Log progress for ${goal.title}`} className={classes.buttons}>
          {free.map(button => (
            <PressButton
              key={button.uuid}
              button={button}
              unit={goal.unit}
              onPress={() => requireSignIn('to log your progress', () => void (example || press(button)))}
            />
          ))}
        </fieldset>
      )}
      <LastPress last={last} onUndone={() => setLast(null)} />
    </>
  )
}

function PressButton({ button, unit, onPress }: { button: GoalButton; unit: string; onPress: () => void }) {
  const starting = useIsStarting(button.uuid)
  const Icon = button.duration ? IconPlayerPlay : IconPlus
  return (
    <Button
      variant="light"
      size="lg"
      className={classes.press}
      loading={starting}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={onPress}
    >
      {button.duration ? `Start ${wordsOf(button, unit)}` : wordsOf(button, unit)}
    </Button>
  )
}

/** Its title, else what it logs: "1 book, 2 miles, 25:00". */
function wordsOf({ title, amount, distance, duration }: GoalButton, unit: string): string {
  if (title) return title
  const parts = [
    amount ? amountText(amount, unit) : '',
    distance ? distanceText(distance) : '',
    duration ? clockFace(duration) : ''
  ].filter(Boolean)
  return parts.join(', ') || 'Log'
}

function titleOf(goal: Goal, log: Log): string {
  return log.title || goal.quick_log_buttons.find(({ uuid }) => uuid === log.ql_button_uuid)?.title || ''
}
