import { goalLogsPage } from '../../domain/goals/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { LogList } from '../logs/LogList.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { GoalFrame } from './GoalFrame.tsx'
import { WaitingLogs } from './WaitingLogs.tsx'

export function GoalLogsPage() {
  const page = usePersonalPage(goalLogsPage)
  return (
    <GoalFrame goal={page?.goal ?? null}>
      {page && <WaitingLogs goal={page.goal} />}
      {page && page.logs.length > 0 && <LogList logs={page.logs} hideGoal />}
      {page?.logs.length === 0 && (
        <EmptyState text="Nothing is logged for this goal yet. Click the Log Progress button, or press one of its buttons." />
      )}
    </GoalFrame>
  )
}
