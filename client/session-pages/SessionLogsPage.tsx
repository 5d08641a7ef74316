import { sessionLogsPage } from '../../domain/sessions/api.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { AddLogForm } from '../sessions/goals/AddLogForm.tsx'
import { LogRow, WaitingRow } from '../sessions/goals/LogRow.tsx'
import classes from '../sessions/goals/Logs.module.css'
import { useHeldUpLogs } from '../sessions/goals/quick-log.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/** The logs of everyone in the session, and a form that adds one (D-103). */
export function SessionLogsPage() {
  const data = usePage(sessionLogsPage)
  const clock = useSessionClock(data)
  const { challengeEvent: session, logs } = data
  const waiting = useHeldUpLogs(session.id)
  return (
    <SessionFrame data={data} clock={clock}>
      <div className={classes.logs} data-tour="logs">
        <AddLogForm data={data} status={clock.status} />
        <section aria-label="Logs">
          {logs.length + waiting.length === 0 ? (
            <EmptyState text="No one has logged any goal progress in this session." />
          ) : (
            <ul className={classes.list}>
              {waiting.map(({ key, body }) => (
                <WaitingRow key={key} body={body} session={session} />
              ))}
              {pageOf(logs).map(log => (
                <ErrorBoundary key={log.id} as="li" what="this log">
                  <LogRow log={log} session={session} isEditable />
                </ErrorBoundary>
              ))}
            </ul>
          )}
          <Pager rows={logs} />
        </section>
      </div>
    </SessionFrame>
  )
}
