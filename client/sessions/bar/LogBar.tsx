import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { own } from '../../../domain/lib/own.ts'
import type { SessionData, SessionTask } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import type { Today } from '../../../domain/sessions/days.ts'
import { figureOf } from '../../../domain/sessions/now.ts'
import { LastPress } from '../../goals/LastPress.tsx'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { readNow } from '../../live/clock/current-part.ts'
import { SoundControl } from '../../live/clock/SoundControl.tsx'
import { ActionBar, nextAction } from '../../ui/ActionBar.tsx'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import { useFocusAfter } from '../../ui/focus.ts'
import { useIsPhone } from '../../ui/media.ts'
import { goalsInOrder } from '../goals/Goals.tsx'
import { logText, NOTHING } from '../goals/goal-progress.ts'
import { pressQuickLog, setLastPress, useHeldUpLogs, useLastPress } from '../goals/quick-log.ts'
import { buttonText } from '../goals/quick-log-buttons.ts'
import { HostBar } from '../hosting/HostBar.tsx'
import { partToWrite, presses } from './bar-presses.ts'
import classes from './LogBar.module.css'
import { RunningTimer } from './RunningTimer.tsx'
import { WriteButton } from './WriteButton.tsx'

interface Props {
  data: SessionData & { today?: Today | null }
  clock: SessionClock
  chat: ReactNode
}

/** A member's bottom bar while the session runs, on every tab: log buttons of the goals that matter now, and Undo.
 * "More" opens the other buttons, and the host's bar on phones. */
export function LogBar({ data, clock, chat }: Props) {
  const { challengeEvent: session, me } = data
  const goals = goalsInOrder(data, clock).map(({ task }) => task)
  const running = goals.filter(({ activeLog }) => activeLog)
  const distances = useDistanceUnit()
  const toWrite = me && partToWrite(session, clock, me.username)
  const isPhone = useIsPhone()
  const isHosted = data.isOwner && isPhone
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const buttons = presses(goals, distances)
  // Write takes the place of a button, and a timer with its two buttons that of the others on a phone.
  const mostTimers = isPhone ? 1 : 2
  const most = isPhone && running.length > 0 ? 0 : Math.max(0, (isPhone ? 2 : 4) - running.length - (toWrite ? 1 : 0))
  // One filled button, so that none competes with it: the Done of a timer, else the first.
  const button = ({ task, press }: (typeof buttons)[number]) => (
    <VanishingButton
      variant={running.length === 0 && press === buttons[0]?.press ? 'filled' : 'light'}
      key={`${task.uuid} ${press.uuid}`}
      className={classes.press}
      onClick={() => pressQuickLog(session, task, press, true, own(me?.task_totals, task.uuid) ?? NOTHING)}
      aria-label={`${buttonText(press, task, distances)}: ${task.title}`}
    >
      <span className={classes.label}>
        {buttonText(press, task, distances)}
        <small>{task.title}</small>
      </span>
    </VanishingButton>
  )
  const timer = (task: SessionTask) => <RunningTimer key={task.uuid} session={session} task={task} />
  return (
    <ActionBar
      label="Quick log"
      before={<SoundControl look="bar" />}
      after={chat}
      above={
        <>
          <Undo session={session.id} goals={goals} />
          {isOpen && (
            <div id={panel} className={classes.more}>
              {isHosted && <HostBar data={data} clock={clock} isOfDays={Boolean(data.today)} />}
              {running.slice(mostTimers).map(timer)}
              <div className={classes.rest}>{buttons.slice(most).map(button)}</div>
            </div>
          )}
        </>
      }
    >
      <div className={classes.presses}>
        {toWrite && <WriteButton part={toWrite.title} isTurn={toWrite.isTurn} />}
        {running.slice(0, mostTimers).map(timer)}
        {buttons.slice(0, most).map(button)}
        {running.length + buttons.length === 0 && !toWrite && <OnNow data={data} clock={clock} />}
        {(isHosted || buttons.length > most || running.length > mostTimers) && (
          <Button
            variant="default"
            className={classes.open}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={20} aria-hidden /> : <IconChevronUp size={20} aria-hidden />}
            {isHosted ? 'Host' : isOpen ? 'Less' : 'More'}
          </Button>
        )}
      </div>
    </ActionBar>
  )
}

/** How long the bar offers to undo a press. The Logs tab can delete a log at any time. */
const UNDO_MS = 30_000

/** Offers to undo my last press, whichever goal it was for. A press that waits can be taken back below the header. */
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
  if (isHeldUp || !last || !task) return null
  return (
    <UndoLine>
      <LastPress
        last={{ log: last.log, text: logText(last.log, task.unit, distances) || task.title }}
        isWaiting={false}
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
