import { Text } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { backOn, pausedSince } from '../../domain/goals/pause.ts'
import { type Press, pressesOf, pressText } from '../../domain/goals/presses.ts'
import { type Day, dayOf, UTC } from '../../domain/lib/day.ts'
import { lengthText } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { useDayText } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { useUser } from '../lib/user.ts'
import { openLogs } from '../logs/apply-log.ts'
import { LogTimer } from '../logs/LogTimer.tsx'
import { ActionButton, VanishingButton } from '../ui/ActionButton.tsx'
import { late } from '../ui/loading/late.tsx'
import classes from './GoalCard.module.css'
import { forgetLastPress, pressButton, useHeldUp, useIsStarting, useLastPress } from './goal-presses.ts'
import { resumeGoal } from './goals.ts'
import { LastPress } from './LastPress.tsx'

const IntervalPlayer = late(async () => (await import('./IntervalPlayer.tsx')).IntervalPlayer)

interface Props {
  goal: Goal
  example?: boolean
  /** The id of the session whose page shows the buttons. */
  session?: number | null
}

/** How long a press that started a timer can be undone. Later its time is worth keeping. */
const TIMER_UNDO_MS = 30_000

/** The goal's open timers and its quick-log buttons: one press logs (GOAL-41, LOG-28). */
export function QuickLogButtons({ goal, example = false, session = null }: Props) {
  const distances = useDistanceUnit()
  const isHeldUp = useHeldUp(goal).length > 0
  const last = useLastPress(goal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per goal.
  useEffect(() => () => forgetLastPress(goal), [goal.id])
  const { id } = goal
  useEffect(() => {
    if (!last?.log.is_timed) return
    const timer = setTimeout(() => forgetLastPress({ id }), TIMER_UNDO_MS)
    return () => clearTimeout(timer)
  }, [last, id])
  const today = dayOf(useNow(60_000), useUser() ?? UTC)
  const since = pausedSince(goal.pauses, today)
  if (goal.status === GoalStatus.Completed) return null
  const timers = openLogs(goal)
  const free = pressesOf(goal, distances).filter(({ uuid, duration }) =>
    uuid === null
      ? !(duration && timers.some(log => log.ql_button_uuid === null))
      : !goal.quick_log_buttons.some(button => button.uuid === uuid && button.activeLog)
  )

  return (
    <>
      {timers.map(log => (
        <LogTimer key={log.id} log={log} title={titleOf(goal, log)}>
          {goal.timers.length > 0 && <IntervalPlayer goal={goal} log={log} />}
        </LogTimer>
      ))}
      {since !== null && <PausedGoal goal={goal} since={since} back={backOn(goal.pauses, today)} />}
      {since === null && free.length > 0 && (
        <fieldset
          data-tour="logProgressButton"
          aria-label={`Log progress for ${goal.title}`}
          className={classes.buttons}
        >
          {free.map(button => (
            <PressButton
              key={button.uuid}
              goal={goal}
              button={button}
              onPress={() =>
                requireSignIn('to log your progress', () => {
                  if (!example) pressButton(goal, button, distances, session)
                })
              }
            />
          ))}
        </fieldset>
      )}
      <LastPress last={last} isWaiting={isHeldUp} onUndone={() => forgetLastPress(goal)} />
    </>
  )
}

function PressButton({ goal, button, onPress }: { goal: Goal; button: Press; onPress: () => void }) {
  const distances = useDistanceUnit()
  const starting = useIsStarting(goal, button.uuid)
  const words = pressText(button, goal.unit, distances)
  const Icon = button.duration ? IconPlayerPlay : IconPlus
  return (
    <VanishingButton
      variant="light"
      size="lg"
      className={classes.press}
      loading={starting}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={onPress}
    >
      {button.duration ? `Start ${button.uuid === null ? lengthText(button.duration) : words}` : words}
    </VanishingButton>
  )
}

function titleOf(goal: Goal, log: Log): string {
  return log.title || goal.quick_log_buttons.find(({ uuid }) => uuid === log.ql_button_uuid)?.title || ''
}

/** Replaces the buttons while a goal is paused. Log Progress on the goal's page still logs. */
function PausedGoal({ goal, since, back }: { goal: Goal; since: Day; back: Day | null }) {
  const dayText = useDayText()
  return (
    <div className={classes.paused}>
      <Text>
        {back ? `Paused until ${dayText(back)}.` : `Paused since ${dayText(since)}.`}
        {goal.repeats && ' Its streak is safe.'}
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
