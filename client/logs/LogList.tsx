import type { Log } from '../../domain/logs/api.ts'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './LogCard.module.css'
import { LogCard } from './LogCard.tsx'

export function LogList({ logs, hideGoal = false }: { logs: readonly Log[]; hideGoal?: boolean }) {
  return (
    <>
      <ul className={classes.logs}>
        {pageOf(logs).map(log => (
          <li key={log.id}>
            <LogCard log={log} hideGoal={hideGoal} />
          </li>
        ))}
      </ul>
      <Pager rows={logs} />
    </>
  )
}
