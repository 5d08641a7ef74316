import { VisuallyHidden } from '@mantine/core'
import IconStopwatch from '@tabler/icons-react/dist/esm/icons/IconStopwatch.mjs'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { goalPage } from '../../domain/goals/api.ts'
import { countdown, lengthText, spokenDuration } from '../../domain/lib/duration.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { CallRefused } from '../lib/api.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { useTitleLead } from '../lib/head.ts'
import { readPage } from '../lib/page-cache.ts'
import { readStored } from '../lib/storage.ts'
import { playTone, rememberedVolume } from '../lib/tone.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { stopLog } from './logs.ts'
import classes from './RunningTimers.module.css'
import { forgetTimer, type RunningTimer, readTimers, useTimers } from './running-timers.ts'

/** A hidden tab waits, so that a visible tab shows the end first. */
const HIDDEN_WAITS_MS = 3000
const HEARD_WITHIN_MS = 60_000

/**
 * A line below the header for each running timer of the user that the page does not show, with a button to stop it.
 * Its end shows a toast and plays a tone (TMR-12). The timer that ends first is also in the title of every page.
 */
export function RunningTimers() {
  const now = useNow()
  const user = useUser()
  const { pathname } = useLocation()
  const timers = readTimers(useTimers()).filter(timer => timer.user === user?.id)
  useEffect(() => {
    const waits = document.visibilityState === 'hidden' ? HIDDEN_WAITS_MS : 0
    for (const timer of timers) if (timer.due + waits <= now) void end(timer, now)
  })
  const [next] = timers.filter(({ due }) => due > now).sort((one, other) => one.due - other.due)
  useTitleLead(next ? `${countdown(Math.ceil((next.due - now) / 1000))} ${next.title}`.trim() : '')
  const shown = timers.filter(({ due, goal }) => due > now && !isShownOn(pathname, goal))
  if (shown.length === 0) return null
  return (
    <nav aria-label="Running timers" className={classes.timers}>
      {shown.map(timer => (
        <ErrorBoundary key={timer.id} what="this timer">
          <Running timer={timer} left={Math.ceil((timer.due - now) / 1000)} />
        </ErrorBoundary>
      ))}
    </nav>
  )
}

function Running({ timer: { id, goal, title }, left }: { timer: RunningTimer; left: number }) {
  async function stop(): Promise<void> {
    try {
      const { elapsed_duration } = await stopLog({ id })
      toast.success(`Stopped: ${title}, ${lengthText(elapsed_duration)}.`, {
        id: `log-${id}`,
        link: { label: 'View Goal', to: `/my/goals/${goal}` }
      })
    } catch (error) {
      // It may have ended on another device.
      if (error instanceof CallRefused && [404, 409].includes(error.status)) forgetTimer(id)
      throw error
    }
  }
  return (
    <span className={classes.running}>
      <Link to={`/my/goals/${goal}`} className={classes.timer}>
        <IconStopwatch size={18} aria-hidden />
        <span className={classes.title}>{title}</span>
        <span aria-hidden className={classes.left}>
          {countdown(left)}
        </span>
        <VisuallyHidden>{spokenDuration(left)} left</VisuallyHidden>
      </Link>
      <ActionButton variant="default" size="xs" action={stop} aria-label={`Stop: ${title}`}>
        Stop
      </ActionButton>
    </span>
  )
}

function isShownOn(pathname: string, goal: number): boolean {
  return ['/my/goals', '/my/logs', `/my/goals/${goal}`, `/my/goals/${goal}/logs`].includes(pathname)
}

async function end(timer: RunningTimer, now: number): Promise<void> {
  forgetTimer(timer.id)
  if (!(await hasRunOut(timer))) return
  const { id, goal, title, due } = timer
  toast.info(`Time is up: ${title}.`, { id: `log-${id}`, link: { label: 'View Goal', to: `/my/goals/${goal}` } })
  if (now < due + HEARD_WITHIN_MS) ring()
}

/** Another device may have paused, stopped or deleted it. */
async function hasRunOut({ id, goal, due }: RunningTimer): Promise<boolean> {
  try {
    const { logs } = await readPage(goalPage, { goal: String(goal) })
    const log = logs.find(one => one.id === id)
    // It may be on a later page of the goal's logs.
    if (!log) return logs.length > config.per_page && (logs.at(-1)?.id ?? 0) > id
    return log.status === LogStatus.Done && Date.parse(log.ended_at ?? '') >= due - 1000
  } catch (error) {
    return !(error instanceof CallRefused && error.status === 404)
  }
}

/** Browsers play no sound before a first press. Uses the sound setting of the sessions. */
function ring(): void {
  if (readStored('sound') === 'off' || !navigator.userActivation?.hasBeenActive) return
  const audio = new AudioContext()
  playTone(audio, 'end', 0, rememberedVolume())
  setTimeout(() => void audio.close(), 1000)
}
