import { goalLogsPage } from '../../domain/goals/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { usePersonalPage } from '../lib/page.ts'
import { LogList } from '../logs/LogList.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { GoalFrame } from './GoalFrame.tsx'
import { useHeldUp } from './goal-presses.ts'
import { WaitingLogs } from './WaitingLogs.tsx'

export function GoalLogsPage() {
  const page = usePersonalPage(goalLogsPage)
  return <GoalFrame goal={page?.goal ?? null}>{page && <Logs {...page} />}</GoalFrame>
}

function Logs({ goal, logs }: DataOf<typeof goalLogsPage>) {
  const waiting = useHeldUp(goal)
  if (logs.length + waiting.length === 0) {
    return <EmptyState text="Nothing logged for this goal yet. Press Log Progress, or one of its buttons." />
  }
  return (
    <>
      {waiting.length > 0 && <WaitingLogs goal={goal} waiting={waiting} />}
      {logs.length > 0 && <LogList logs={logs} hideGoal />}
    </>
  )
}
