import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import { sessionHutPage } from '../../domain/posts/api.ts'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { SessionFrame } from '../sessions/SessionFrame.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { PostCard } from './PostCard.tsx'
import { PostForm } from './PostForm.tsx'
import classes from './Posts.module.css'

/** The discussion of a session (FOR-01, SES-055). */
export function SessionHutPage() {
  const data = usePage(sessionHutPage)
  const clock = useSessionClock(data)
  const { posts } = data
  return (
    <SessionFrame data={data} clock={clock}>
      <div className={classes.discussion} data-tour="forum">
        {!data.challengeEvent.is_preset && data.page === 1 && <PostForm data={data} parent={null} />}
        {posts.length === 0 ? (
          <EmptyState
            icon={<IconMessages size={40} aria-hidden />}
            text="Nobody has posted here yet. Ask something, or tell how it went."
          />
        ) : (
          <ul className={classes.posts} aria-label="Posts">
            {pageOf(posts).map(thread => (
              <li key={thread.id}>
                <ErrorBoundary what="this post">
                  <PostCard thread={thread} data={data} />
                </ErrorBoundary>
              </li>
            ))}
          </ul>
        )}
        <Pager rows={posts} />
      </div>
    </SessionFrame>
  )
}
