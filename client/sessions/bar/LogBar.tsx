import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { own } from '../../../domain/lib/own.ts'
import type { SessionData, SessionTask } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { LastPress } from '../../goals/LastPress.tsx'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useNow } from '../../lib/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { figureOf, readNow } from '../../live/clock/current-part.ts'
import { SoundControl } from '../../live/clock/SoundControl.tsx'
import { ActionBar, nextAction } from '../../ui/ActionBar.tsx'
import { useFocusAfter } from '../../ui/focus.ts'
import { goalsInOrder } from '../goals/Goals.tsx'
import { logText, NOTHING } from '../goals/goal-progress.ts'
import { pressQuickLog, setLastPress, useHeldUpLogs, useLastPress } from '../goals/quick-log.ts'
import { buttonText } from '../goals/quick-log-buttons.ts'
import { partToWrite, presses } from './bar-presses.ts'
import classes from './LogBar.module.css'
import { RunningTimer } from './RunningTimer.tsx'
import { WriteButton } from './WriteButton.tsx'

/** A member's bottom bar while the session runs, on every tab: log buttons of the goals that matter now, and Undo. */
export function LogBar({ data, clock, chat }: { data: SessionData; clock: SessionClock; chat: ReactNode }) {
  const { challengeEvent: session, me } = data
  const goals = goalsInOrder(data, clock).map(({ task }) => task)
  const running = goals.filter(({ activeLog }) => activeLog)
  const distances = useDistanceUnit()
  const buttons = presses(goals, distances)
  const toWrite = me && partToWrite(session, clock, me.username)
  return (
    <ActionBar
      label="Quick log"
      before={<SoundControl look="bar" />}
      after={chat}
      above={<Undo session={session.id} goals={goals} />}
    >
      <div className={classes.presses}>
        {toWrite && <WriteButton part={toWrite.title} isTurn={toWrite.isTurn} />}
        {running.map(task => (
          <RunningTimer key={task.uuid} session={session} task={task} />
        ))}
        {buttons.map(({ task, press }) => (
          <Button
            key={`${task.uuid} ${press.uuid}`}
            className={classes.press}
            onClick={() => pressQuickLog(session, task, press, true, own(me?.task_totals, task.uuid) ?? NOTHING)}
            aria-label={`${buttonText(press, task, distances)}: ${task.title}`}
          >
            <span className={classes.label}>
              {buttonText(press, task, distances)}
              <small>{task.title}</small>
            </span>
          </Button>
        ))}
        {running.length + buttons.length === 0 && !toWrite && <OnNow data={data} clock={clock} />}
      </div>
    </ActionBar>
  )
}

/** How long the bar offers to undo a press. The Logs tab can delete a log at any time. */
const UNDO_MS = 30_000

/** Offers to undo my last press, whichever goal it was for. */
function Undo({ session, goals }: { session: number; goals: readonly SessionTask[] }) {
  const last = useLastPress(session)
  const distances = useDistanceUnit()
  const isHeldUp = useHeldUpLogs(session).length > 0
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLastPress(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [last])
  const task = goals.find(({ uuid }) => uuid === last?.task)
  if (!isHeldUp && !task) return null
  return (
    <UndoLine>
      <LastPress
        last={last && task ? { log: last.log, text: logText(last.log, task.unit, distances) || task.title } : null}
        isWaiting={isHeldUp}
        onUndone={() => setLastPress(null)}
      />
    </UndoLine>
  )
}

/** When Undo removes this line, the focus moves to the next action. */
function UndoLine({ children }: { children: ReactNode }) {
  return (
    <div ref={useFocusAfter<HTMLDivElement>(nextAction)} className={classes.undo}>
      {children}
    </div>
  )
}

/** Shows the running part when there is nothing to log. Hidden from screen readers, which read it elsewhere on the page. */
function OnNow({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const now = readNow(data.challengeEvent, clock, useNow(), useUser()?.username)
  return (
    <p className={classes.now} aria-hidden>
      <strong>{now.title}</strong> <span>{figureOf(now, clock)}</span>
    </p>
  )
}
