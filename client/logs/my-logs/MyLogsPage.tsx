import { Button, Group } from '@mantine/core'
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import { Link } from 'react-router'
import { type MyLogs, myLogsPage } from '../../../domain/logs/my-logs-api.ts'
import { usePersonalPage } from '../../lib/page.ts'
import { useUser } from '../../lib/user.ts'
import { MyHeading } from '../../my/MyHeading.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { EXAMPLE_LOG } from '../example-log.ts'
import classes from '../LogCard.module.css'
import { LogCard } from '../LogCard.tsx'
import { LogDays } from './LogDays.tsx'
import { LogFilter, useLogFilter } from './LogFilter.tsx'

export function MyLogsPage() {
  const page = usePersonalPage(myLogsPage)
  const user = useUser()
  return (
    <>
      <MyHeading title="My Logs" actions={user && page && <Actions {...page.choices} />} />
      {!user ? (
        <div className={classes.logs}>
          <LogCard log={EXAMPLE_LOG} example />
        </div>
      ) : page ? (
        <ErrorBoundary what="your logs">
          <Logs {...page} />
        </ErrorBoundary>
      ) : (
        <Loading />
      )}
    </>
  )
}

function Actions(choices: MyLogs['choices']) {
  return (
    <Group gap="sm">
      <LogFilter {...choices} />
      <Button component={Link} to="/my/logs/import" variant="default">
        Import
      </Button>
    </Group>
  )
}

function Logs(page: MyLogs) {
  const { count, clear } = useLogFilter()
  if (page.logs.length > 0) return <LogDays {...page} />
  const icon = <IconFlame size={40} aria-hidden />
  return count > 0 ? (
    <EmptyState icon={icon} text="No logs match your filters.">
      <Button onClick={clear}>Show all logs</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={icon}
      text="You haven't logged any progress yet. Press a button on one of your goals, and it appears here."
    >
      <Button component={Link} to="/my/goals">
        My Goals
      </Button>
    </EmptyState>
  )
}
