import { Button } from '@mantine/core'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import type { ReactNode } from 'react'
import { clockFace, countdown } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { useNow } from '../../lib/server-clock.ts'
import { readNow, STATES } from './current-part.ts'
import classes from './NowPanel.module.css'
import { Ring } from './Ring.tsx'
import { switchSound, useSound } from './sound.ts'

const DAY = 86_400

interface Props {
  data: SessionData
  clock: SessionClock
  /** What to do about it: Join, Start Session. */
  children?: ReactNode
}

/** What is now and what is next. */
export function NowPanel({ data, clock, children }: Props) {
  const now = readNow(data.challengeEvent, clock, useNow())
  const hasSound = useSound()
  const { step } = now
  const inPart = clock.status === 1 && clock.groups.some(group => group.active.length > 0)
  const figure = step?.seconds ?? now.seconds
  // Long waits in days and hours, what runs in minutes and seconds while it is to be seen at a glance.
  const text = figure === null ? null : inPart && figure <= DAY ? clockFace(figure) : countdown(figure)
  return (
    <section className={classes.panel} aria-label="Now">
      <Ring
        status={STATES[clock.status]}
        share={clock.status === 2 ? 1 : now.share}
        innerShare={step ? step.share : null}
        innerSeconds={step ? step.seconds : null}
        seconds={now.seconds}
        what={now.title}
      >
        <span className={classes.title}>{now.title}</span>
        {text !== null && (
          <span className={classes.figure} data-long={text.length > 5 || undefined} aria-hidden>
            {text}
          </span>
        )}
        {(now.isPaused || step) && (
          <span className={classes.step}>
            {[now.isPaused ? 'Paused' : '', step?.title].filter(Boolean).join(' · ')}
          </span>
        )}
        {step && now.seconds !== null && (
          <span className={classes.rest}>{clockFace(now.seconds)} left in this part</span>
        )}
      </Ring>
      {now.also.map(other => (
        <p key={other.uuid} className={classes.line}>
          <span className={classes.label}>Also now</span> {other.title} <span>{clockFace(other.seconds)}</span>
        </p>
      ))}
      {now.next && (
        <p className={classes.line}>
          <span className={classes.label}>Next</span> {now.next.title}
          {now.next.inSeconds !== null && clock.status === 1 && (
            <span className={classes.rest} aria-hidden>
              in {countdown(now.next.inSeconds)}
            </span>
          )}
        </p>
      )}
      {clock.status === 1 && hasSounds(data) && (
        <Button
          variant="subtle"
          aria-pressed={hasSound}
          onClick={switchSound}
          leftSection={hasSound ? <IconVolume size={20} aria-hidden /> : <IconVolumeOff size={20} aria-hidden />}
        >
          {hasSound ? 'Sound on' : 'Sound off'}
        </Button>
      )}
      {children && <div className={classes.acts}>{children}</div>}
    </section>
  )
}

function hasSounds({ challengeEvent: { parts, tasks, timers } }: SessionData): boolean {
  const sounds = parts.some(group => group.parts.some(part => part.is_interval === 1 || part.alerts.length > 0))
  const goalSounds = tasks.some(group => group.parts.some(task => task.timers.length > 0))
  return sounds || goalSounds || timers.length > 0
}
