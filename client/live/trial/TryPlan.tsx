import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { lengthText } from '../../../domain/lib/duration.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { figureOf, stateOf } from '../../../domain/sessions/now.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import {
  TRIAL_PEOPLE,
  TRIAL_SPEEDS,
  TRIAL_USER,
  trialCues,
  trialNow,
  trialOf,
  withSpeed
} from '../../../domain/sessions/trial.ts'
import { serverNow, useNow } from '../../lib/dates/server-clock.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { readNow } from '../clock/current-part.ts'
import { Ring } from '../clock/Ring.tsx'
import { SoundControl } from '../clock/SoundControl.tsx'
import { useTones } from '../clock/sound.ts'
import classes from './TryPlan.module.css'

interface Props {
  plan: Pick<Plan, 'parts' | 'timers'>
  title?: string
  opened: boolean
  onClose: () => void
}

/** Runs a plan alone, with its sounds and as fast as wanted. Nothing is stored. */
export function TryPlan({ plan, title = 'Try it', opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="26rem">
      <Trial plan={plan} />
    </Dialog>
  )
}

function Trial({ plan }: Pick<Props, 'plan'>) {
  const [time, setTime] = useState(() => ({ since: serverNow(), from: serverNow(), speed: 1 }))
  const [begunAt, setBegunAt] = useState(time.from)
  const [speed, setSpeed] = useState<number>(TRIAL_SPEEDS[0])
  const trial = useMemo(() => trialOf(plan, begunAt), [plan, begunAt])
  const now = Math.max(begunAt, trialNow(time, useNow(200)))
  useTones('trial', [trial, time], (from, to) => trialCues(trial, time, from, to))
  const clock = readClock(trial, now, TRIAL_PEOPLE)
  const shown = readNow({ parts: trial.plan.parts, duration: trial.duration }, clock, now, TRIAL_USER)
  const isOver = clock.status === SessionStatus.Ended
  const isPaused = time.speed === 0
  const figure = figureOf(shown, clock)

  function choose(chosen: number): void {
    setSpeed(chosen)
    if (!isPaused) setTime(withSpeed(time, chosen, serverNow()))
  }

  function restart(): void {
    const from = serverNow()
    setBegunAt(from)
    setTime({ since: from, from, speed })
  }

  return (
    <div className={classes.trial}>
      <Text fw={600} ta="center" aria-live="polite">
        {isOver ? 'That was it' : shown.title}
      </Text>
      <Ring
        status={isPaused ? 'paused' : stateOf(clock)}
        share={isOver ? 1 : shown.share}
        innerShare={shown.step?.share ?? null}
        innerSeconds={shown.step?.seconds ?? null}
        seconds={shown.seconds}
        what={shown.title}
      >
        {figure !== null && (
          <span className={classes.figure} aria-hidden>
            {figure}
          </span>
        )}
        {shown.step && <span>{shown.step.title}</span>}
      </Ring>
      <Text c="dimmed" ta="center">
        {isOver || !shown.next ? `${lengthText(trial.duration)} in all` : `Next: ${shown.next.title}`}
      </Text>
      <Group justify="center" role="group" aria-label="Speed">
        {TRIAL_SPEEDS.map(one => (
          <Button
            key={one}
            variant={one === speed ? 'light' : 'default'}
            aria-pressed={one === speed}
            onClick={() => choose(one)}
          >
            {`${one}×`}
          </Button>
        ))}
      </Group>
      <Group justify="center">
        {!isOver && (
          <Button onClick={() => setTime(withSpeed(time, isPaused ? speed : 0, serverNow()))}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button variant="default" onClick={restart}>
          From the start
        </Button>
      </Group>
      <SoundControl />
      <Text size="sm" c="dimmed" ta="center">
        Only you see this, and nothing is logged.
      </Text>
    </div>
  )
}
