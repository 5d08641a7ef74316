import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type ReactNode, useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useUser } from '../lib/user.ts'
import { MyMenu } from '../my/MyHeading.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panels } from '../ui/Panels.tsx'
import { LogProgress } from './LogProgress.tsx'

const CRUMBS = [
  { title: 'Home', to: '/' },
  { title: 'My Goals', to: '/my/goals' }
]

interface Props {
  /** Null for visitors and while it loads. */
  goal: Goal | null
  children: ReactNode
}

/** The top of a goal's pages: breadcrumb, title, Log Progress, and the tabs (GOAL-34..GOAL-40). */
export function GoalFrame({ goal, children }: Props) {
  const user = useUser()
  const [logging, setLogging] = useState(false)
  if (!goal) {
    return (
      <>
        <MyMenu />
        {user ? <Loading /> : <Visitor />}
      </>
    )
  }
  const at = `/my/goals/${goal.id}`
  const open = goal.status === GoalStatus.Open
  return (
    <>
      <MyMenu />
      <PageHeading
        crumbs={CRUMBS}
        title={`Goal: ${goal.title}`}
        tabs={[
          { to: at, label: 'Details' },
          { to: `${at}/logs`, label: 'Logs' },
          { to: `${at}/notes`, label: 'Notes' }
        ]}
        actions={
          open && (
            <Button
              aria-expanded={logging}
              variant={logging ? 'default' : 'filled'}
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setLogging(!logging)}
            >
              Log Progress
            </Button>
          )
        }
      />
      {open && (
        <div hidden={!logging}>
          <ErrorBoundary what="this form">
            <LogProgress key={goal.id} goal={goal} onLogged={() => setLogging(false)} />
          </ErrorBoundary>
        </div>
      )}
      <Panels>{children}</Panels>
    </>
  )
}

function Visitor() {
  return (
    <>
      <PageHeading crumbs={CRUMBS} title="Goal" />
      <SignInPrompt actionText="to see your goals" />
    </>
  )
}
