import type { Log } from '../../domain/logs/api.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './LogCard.module.css'
import { LogCard } from './LogCard.tsx'

export function LogList({ logs, hideGoal = false }: { logs: readonly Log[]; hideGoal?: boolean }) {
  return (
    <>
      <ul className={classes.logs}>
        {pageOf(logs).map(log => (
          <li key={log.id}>
            <ErrorBoundary what="this log">
              <LogCard log={log} hideGoal={hideGoal} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      <Pager rows={logs} />
    </>
  )
}
