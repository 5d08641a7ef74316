import type { Log } from '../../../domain/logs/api.ts'
import { advanceLog, elapsed } from '../../../domain/logs/log.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { useNow } from '../../lib/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import classes from '../SessionLogsPage.module.css'
import { amountsText, whatOf } from './goal-progress.ts'
import type { WaitingLog } from './quick-log.ts'

const STATE = { 1: 'active', 2: 'done', 3: 'paused', 4: 'stopped' } as const
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function LogRow({ log: stored, session }: { log: Log; session: Session }) {
  const now = useNow()
  const log = advanceLog(stored, now)
  const task = taskOf(session, log.task_uuid)
  const what = amountsText(
    { amount: log.amount ?? 0, distance: log.distance ?? 0, duration: elapsed(log, now) },
    task?.unit ?? log.goal?.unit
  )
  return (
    <li>
      <div className={classes.what}>
        <strong>{log.title || task?.title || log.action || 'Progress'}</strong> {what}
        {log.is_timed === 1 && ` (${STATE[log.status]})`}
        {log.content && <p>{log.content}</p>}
      </div>
      <span className={classes.when}>
        {log.username} · <time dateTime={log.created_at}>{WHEN.format(Date.parse(log.created_at))}</time>
      </span>
    </li>
  )
}

/** What I logged and waits for a connection. */
export function WaitingRow({ body, session }: Pick<WaitingLog, 'body'> & { session: Session }) {
  const username = useUser()?.username
  const task = taskOf(session, body.task_uuid)
  return (
    <li>
      <div className={classes.what}>
        <strong>{task?.title || 'Progress'}</strong> {whatOf(body, task?.unit)}
        {body.content && <p>{body.content}</p>}
      </div>
      <span className={classes.when}>{username} · Waiting to be sent</span>
    </li>
  )
}

function taskOf(session: Session, taskUuid: string | null | undefined): SessionTask | undefined {
  return session.tasks.flatMap(group => group.parts).find(({ uuid }) => uuid === taskUuid)
}
