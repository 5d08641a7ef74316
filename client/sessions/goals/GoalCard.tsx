import { Anchor, Progress } from '@mantine/core'
import { own } from '../../../domain/lib/own.ts'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import '@mantine/core/styles/Progress.layer.css'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { memo } from 'react'
import { pressesOf } from '../../../domain/goals/presses.ts'
import { underway } from '../../../domain/goals/underway.ts'
import { advanceLog, elapsed, isCounting } from '../../../domain/logs/log.ts'
import type { SessionData, SessionTask } from '../../../domain/sessions/api.ts'
import { Checklist } from '../../goals/checklist/Checklist.tsx'
import { LastPress } from '../../goals/LastPress.tsx'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { asMember } from '../../live/join/as-member.ts'
import classes from './Goals.module.css'
import { aims, amountsText, logText, NOTHING } from './goal-progress.ts'
import { pressQuickLog, setLastPress, useHeldUpLogs, useLastPress, useWaitingLogs, withWaiting } from './quick-log.ts'
import { buttonText, type Press } from './quick-log-buttons.ts'
import { RunningLog } from './RunningLog.tsx'

const DAY_MS = 86_400_000

interface Props {
  task: SessionTask
  data: SessionData
  canLog: boolean
  /** After the end, members can still log results (D-86), but can't start timers. */
  hasEnded: boolean
  /** The goal belongs to a part that runs now. */
  isNow: boolean
}

/** Re-renders when its props change, and each second while its timer runs. */
export const GoalCard = memo(function GoalCard({ task, data, canLog, hasEnded, isNow }: Props) {
  const { challengeEvent: session, me } = data
  const distances = useDistanceUnit()
  const now = useNow(task.activeLog ? 1000 : DAY_MS)
  const waiting = useWaitingLogs(session.id)
  const isHeldUp = useHeldUpLogs(session.id).some(({ body }) => body.task_uuid === task.uuid)
  const last = useLastPress(session.id)
  // While the session runs, the bottom bar offers Undo instead, on every tab.
  const pressed = hasEnded && last?.task === task.uuid ? last.log : null
  const stored = own(me?.task_totals, task.uuid) ?? NOTHING
  const log = task.activeLog && advanceLog(task.activeLog, now)
  const isOpen = log !== null && isCounting(log)
  // Seconds that the timer has run since the server's last response.
  const running = log && task.activeLog ? Math.max(0, elapsed(log, now) - task.activeLog.elapsed_duration) : 0
  const done = withWaiting(
    { ...stored, duration: Math.max(stored.duration, task.duration_elapsed) + running },
    task.uuid,
    waiting
  )
  // A checklist shows its own progress.
  const lines = task.is_list ? [] : aims(task, done, distances, underway(task.activeLog ? [task.activeLog] : [], now))
  const total = own(session.summary.tasks, task.uuid)
  const press = (button: Press): void => pressQuickLog(session, task, button, me !== null, stored)
  const buttons = pressesOf(task, distances).filter(button => !((isOpen || hasEnded) && button.duration))
  return (
    <article className={classes.goal} data-now={isNow || undefined} aria-label={task.title}>
      <div className={classes.top}>
        <h3>
          {task.link ? (
            <Anchor href={task.link} target="_blank" rel="noopener noreferrer nofollow" inherit>
              {task.title}
            </Anchor>
          ) : (
            task.title
          )}
        </h3>
        {lines.length === 0 && <span className={classes.done}>{amountsText(done, task.unit, distances)}</span>}
      </div>
      {lines.map(({ label, share }) => (
        <div key={label.replace(/^\S+ /, '')} className={classes.aim}>
          <Progress
            value={share * 100}
            size="md"
            classNames={{ section: classes.filled }}
            aria-label={`${task.title}: ${label}`}
            transitionDuration={isOpen ? 0 : 200}
          />
          <span>{label}</span>
        </div>
      ))}
      {task.is_list === 1 && (
        <Checklist
          title={task.title}
          items={task.list}
          of={{ goal: task.uuid, session: session.id }}
          ticked={own(me?.task_totals, task.uuid)?.list_progress ?? []}
          disabled={!canLog}
          ask={go => asMember(session, me !== null, go)}
        />
      )}
      {log && isOpen && <RunningLog session={session} task={task} log={log} />}
      {canLog && !task.is_list && (
        <div className={classes.buttons}>
          {buttons.map(button => (
            <VanishingButton
              key={button.uuid ?? 'one'}
              variant="light"
              className={classes.button}
              leftSection={button.duration ? <IconPlayerPlay size={18} aria-hidden /> : null}
              onClick={() => press(button)}
              aria-label={`${buttonText(button, task, distances)}: ${task.title}`}
            >
              {buttonText(button, task, distances)}
            </VanishingButton>
          ))}
        </div>
      )}
      <LastPress
        last={pressed && { log: pressed, text: logText(pressed, task.unit, distances) || task.title }}
        isWaiting={isHeldUp}
        onUndone={() => setLastPress(null)}
      />
      {total && data.participants.length > 1 && (
        <span className={classes.all}>Together: {amountsText(total, task.unit, distances) || 'nothing yet'}</span>
      )}
    </article>
  )
})
