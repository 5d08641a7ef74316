import { useState } from 'react'
import { homePage } from '../../domain/browse/api.ts'
import { liveliest } from '../../domain/sessions/liveliest.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import { Welcome } from './Welcome.tsx'

const Today = late(async () => (await import('./Today.tsx')).Today, <Loading />)

/**
 * For members, the page begins with their day. The list below stays hidden until that has loaded, so that it does not
 * move.
 */
export function HomePage() {
  const data = usePage(homePage)
  const user = useUser()
  const [settled, setSettled] = useState<number | null>(null)
  const running = liveliest(data.challenges)
  return (
    <ListScreen
      kind="sessions"
      data={data}
      isLater={user !== null && settled !== user.id}
      welcome={
        <>
          <Welcome running={running} />
          {user && (
            <ErrorBoundary what="your day">
              <Today key={user.id} running={running} plan={data.templates[0]} onSettled={() => setSettled(user.id)} />
            </ErrorBoundary>
          )}
        </>
      }
    />
  )
}
