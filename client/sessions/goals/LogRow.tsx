import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Log } from '../../../domain/logs/api.ts'
import { advanceLog, elapsed, isCounting } from '../../../domain/logs/log.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { EditLog } from '../../logs/EditLog.tsx'
import { LogActions } from '../../logs/LogActions.tsx'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import { amountsText, logText } from './goal-progress.ts'
import classes from './Logs.module.css'
import type { WaitingLog } from './quick-log.ts'

interface Props {
  log: Log
  session: Session
  isEditable?: boolean
}

const STATE = { 1: 'active', 2: 'done', 3: 'paused', 4: 'stopped' } as const
const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** @param isEditable lets people edit and delete their own logs; an open timer is controlled on its goal's card */
export function LogRow({ log: stored, session, isEditable = false }: Props) {
  const now = useNow()
  const when = useWhen()
  const distances = useDistanceUnit()
  const [editing, setEditing] = useState(false)
  const isMine = useUser()?.username === stored.username
  const row = useRef<HTMLLIElement>(null)
  const log = advanceLog(stored, now)
  // The focused button is gone after the switch: focus the first control that replaces it.
  const edit = (on: boolean): void => {
    flushSync(() => setEditing(on))
    row.current?.querySelector<HTMLElement>(on ? 'input' : 'button')?.focus()
  }
  const task = taskOf(session, log.task_uuid)
  const what = amountsText(
    { amount: log.amount ?? 0, distance: log.distance ?? 0, duration: elapsed(log, now) },
    task?.unit ?? log.goal?.unit,
    distances
  )
  const name = log.title || task?.title || log.goal?.title || log.action || 'Progress'
  if (editing) {
    return (
      <li ref={row}>
        <EditLog log={log} onDone={() => edit(false)} />
      </li>
    )
  }
  return (
    <li ref={row}>
      <div className={classes.what}>
        <strong>{name}</strong> {what}
        {log.is_timed === 1 && ` (${STATE[log.status]})`}
        {log.content && <p>{log.content}</p>}
      </div>
      <span className={classes.when}>
        <PersonLink username={log.username} /> ·{' '}
        <time dateTime={log.created_at}>{when(Date.parse(log.created_at))}</time>
      </span>
      {isEditable && isMine && !isCounting(log) && <LogActions log={log} name={name} onEdit={() => edit(true)} />}
    </li>
  )
}

/** A log of mine that waits for a connection. */
export function WaitingRow({ body, session }: Pick<WaitingLog, 'body'> & { session: Session }) {
  const username = useUser()?.username
  const distances = useDistanceUnit()
  const task = taskOf(session, body.task_uuid)
  return (
    <li>
      <div className={classes.what}>
        <strong>{task?.title || 'Progress'}</strong> {logText(body, task?.unit, distances)}
        {body.content && <p>{body.content}</p>}
      </div>
      <span className={classes.when}>{username} · Waiting to send</span>
    </li>
  )
}

function taskOf(session: Session, taskUuid: string | null | undefined): SessionTask | undefined {
  return session.tasks.flatMap(group => group.parts).find(({ uuid }) => uuid === taskUuid)
}
