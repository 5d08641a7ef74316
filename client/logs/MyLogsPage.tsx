import { Button } from '@mantine/core'
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import { Link } from 'react-router'
import { myLogsPage } from '../../domain/logs/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { EXAMPLE_LOG } from './example-log.ts'
import classes from './LogCard.module.css'
import { LogCard } from './LogCard.tsx'
import { LogList } from './LogList.tsx'

export function MyLogsPage() {
  const page = usePersonalPage(myLogsPage)
  const user = useUser()
  return (
    <>
      <MyHeading title="My Logs" />
      {!user ? (
        <div className={classes.logs}>
          <LogCard log={EXAMPLE_LOG} example />
        </div>
      ) : !page ? (
        <Loading />
      ) : page.logs.length === 0 ? (
        <EmptyState
          icon={<IconFlame size={40} aria-hidden />}
          text="You haven't logged any progress yet. Press a button on one of your goals, and it appears here."
        >
          <Button component={Link} to="/my/goals">
            My Goals
          </Button>
        </EmptyState>
      ) : (
        <LogList logs={page.logs} />
      )}
    </>
  )
}
