import { Button } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useState } from 'react'
import type { Goal, GoalButton } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { amountText, clockFace, distanceText } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { useUser } from '../lib/user.ts'
import { openLogs } from '../logs/apply-log.ts'
import { LogTimer } from '../logs/LogTimer.tsx'
import { keptPresses, newPress, type Press, send, useIsStarting, useIsWaiting } from '../logs/press.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './GoalCard.module.css'
import { LastPress } from './LastPress.tsx'

/** The goal's timers that run or wait, and its buttons: one press logs (GOAL-41, LOG-28). */
export function QuickLogButtons({ goal, example = false }: { goal: Goal; example?: boolean }) {
  const [last, setLast] = useState<{ log: Log; text: string } | null>(null)
  const username = useUser()?.username
  const isWaiting = useIsWaiting(goal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each goal and person.
  useEffect(() => {
    for (const pressed of example ? [] : keptPresses(goal)) void attempt(pressed, wordsOf(pressed.body, goal.unit))
  }, [goal.id, username])
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
    await attempt(pressed, wordsOf(button, goal.unit))
  }

  async function attempt(pressed: Press, words: string): Promise<void> {
    try {
      const log = await send(pressed)
      setLast(log && !log.is_timed ? { log, text: words } : null)
    } catch (error) {
      toast.error(`${words} was not logged. ${messageOf(error)}`, {
        action: { label: 'Try again', run: () => void attempt(pressed, words) }
      })
    }
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
      <LastPress last={last} isWaiting={isWaiting} onUndone={() => setLast(null)} />
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
function wordsOf({ title, amount, distance, duration }: Omit<Press['body'], 'goal_id'>, unit: string): string {
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
