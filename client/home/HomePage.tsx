import { useState } from 'react'
import { homePage } from '../../domain/browse/api.ts'
import { liveliest } from '../../domain/sessions/liveliest.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { config } from '../lib/embedded.ts'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import type { ShownToday } from './Today.tsx'
import { Welcome } from './Welcome.tsx'

const Today = late(async () => (await import('./Today.tsx')).Today, <Loading />)

/**
 * For members, the page begins with their day. The list below stays hidden until that has loaded, so that it does not
 * move, and leaves out the sessions that their day shows.
 */
export function HomePage() {
  const data = usePage(homePage)
  const user = useUser()
  const [today, setToday] = useState<ShownToday | null>(null)
  const isSettled = user !== null && today?.user === user.id
  const running = liveliest(data.challenges)
  // A hut for members only shows visitors none of its sessions (D-146).
  if (user === null && config.members_only) return <Welcome />
  return (
    <ListScreen
      kind="sessions"
      data={data}
      isLater={user !== null && !isSettled}
      above={isSettled ? today.sessions : []}
      explains={user === null || (isSettled && !today.hasGoals)}
      welcome={
        <>
          <Welcome running={running} />
          {user && (
            <ErrorBoundary what="your day">
              <Today key={user.id} running={running} plan={data.templates[0]} onSettled={setToday} />
            </ErrorBoundary>
          )}
        </>
      }
    />
  )
}
