import { Text } from '@mantine/core'
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import type { DataOf } from '../../domain/lib/page.ts'
import type { sessionHutPage } from '../../domain/posts/api.ts'
import { WRITE_ONCE_APPROVED } from '../accounts/sign-in.ts'
import { useUser } from '../lib/user.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { PostCard } from './PostCard.tsx'
import { PostForm } from './PostForm.tsx'
import classes from './Posts.module.css'

/** The posts of a session, with a form above them. */
export function Discussion({ data }: { data: DataOf<typeof sessionHutPage> }) {
  const { posts } = data
  const waits = useUser()?.is_unapproved === 1
  return (
    <div className={classes.discussion} data-tour="forum">
      {waits && <Text c="dimmed">{WRITE_ONCE_APPROVED}</Text>}
      {!waits && !data.challengeEvent.is_preset && data.page === 1 && <PostForm data={data} parent={null} />}
      {posts.length === 0 ? (
        <EmptyState
          icon={<IconMessages size={40} aria-hidden />}
          text="Nobody has posted here yet. Ask something, or say how it went."
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
  )
}
