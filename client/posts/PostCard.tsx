import { Button } from '@mantine/core'
import IconMessageReply from '@tabler/icons-react/dist/esm/icons/IconMessageReply.mjs'
import { useState } from 'react'
import type { Post } from '../../domain/posts/post.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { Face } from '../faces/Face.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useUser } from '../lib/user.ts'
import type { Thread } from '../live/with-posts.ts'
import { ContentMenu } from '../moderation/ContentMenu.tsx'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { Muted } from '../moderation/Muted.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { ReadMore } from '../ui/text/ReadMore.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { PostForm } from './PostForm.tsx'
import classes from './Posts.module.css'
import { deletePost, useDraft } from './posts.ts'

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** A post with its replies, one level deep (FOR-05). */
export function PostCard({ thread, data }: { thread: Thread; data: SessionData }) {
  const draft = useDraft(data.challengeEvent.id, thread.id)
  const waits = useUser()?.is_unapproved === 1
  const [replying, setReplying] = useState(draft.content !== '')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <article className={classes.card} aria-label={thread.title || `Post of ${thread.username}`}>
      <PostBody post={thread} data={data} what="post" />
      {thread.replies.length > 0 && (
        <ul className={classes.replies} aria-label="Replies">
          {thread.replies.map(reply => (
            <li key={reply.id}>
              <ErrorBoundary what="this reply">
                <PostBody post={reply} data={data} what="reply" />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      {replying ? (
        <PostForm
          data={data}
          parent={thread.id}
          takesFocus={isAsked}
          onSent={() => setReplying(false)}
          onCancel={() => setReplying(false)}
        />
      ) : (
        !thread.is_deleted &&
        !waits && (
          <Button
            variant="subtle"
            className={classes.reply}
            leftSection={<IconMessageReply size={20} aria-hidden />}
            onClick={() => {
              setIsAsked(true)
              setReplying(true)
            }}
          >
            Reply
          </Button>
        )
      )}
    </article>
  )
}

function PostBody({ post, data, what }: { post: Post; data: SessionData; what: 'post' | 'reply' }) {
  const when = useWhen()
  const isMine = useUser()?.username === post.username
  const about = post.title || `the ${what} of ${post.username}`
  return (
    <div className={classes.said} data-deleted={post.is_deleted || undefined}>
      <div className={classes.head}>
        <div className={classes.who}>
          {post.title && <h2>{post.title}</h2>}
          <p>
            <Face username={post.username} size={28} />
            <strong>
              <PersonLink username={post.username} />
            </strong>{' '}
            <time dateTime={post.created_at}>{when(Date.parse(post.created_at))}</time>
          </p>
        </div>
        {!post.is_deleted && (
          <ContentMenu
            what={what}
            about={{ kind: 'post', id: post.id }}
            username={post.username}
            isHost={data.isOwner}
            onDelete={() => deletePost(data.challengeEvent.id, post.id)}
          />
        )}
      </div>
      <Muted username={post.username} what={what} isHost={data.isOwner}>
        {post.is_hidden === 1 ? (
          <HiddenNote about={{ kind: 'post', id: post.id }} isMine={isMine} />
        ) : (
          <ReadMore about={about}>
            <RichText html={post.content} />
          </ReadMore>
        )}
      </Muted>
    </div>
  )
}
