import { Button } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChatMessage } from '../../domain/chat/api.ts'
import { isMentioned, namesOf } from '../../domain/chat/mentions.ts'
import { useIsOffline } from '../live/presence.ts'
import { allRead, useUnread } from '../live/unread.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import classes from './ChatBox.module.css'
import { loadEarlier, type Sending } from './chat.ts'
import { Message } from './Message.tsx'

interface Props {
  room: number
  slug: string
  messages: readonly ChatMessage[]
  /** The server has messages from before the oldest one. */
  hasEarlier: boolean
  sending: readonly Sending[]
  me: string | null
  /** Usernames that can be mentioned, separated by spaces. A string stays equal while nobody joins or leaves. */
  people: string
  /** May delete messages of others. */
  isHost: boolean
  /** The person may write. */
  isOpen: boolean
}

/**
 * Follows the newest message. While the person has scrolled up to read, a hint counts new messages instead. Loads earlier
 * messages at the top. Memoized, so that it re-renders only when something changes.
 */
export const Messages = memo(function Messages({
  room,
  slug,
  messages,
  hasEarlier,
  sending,
  me,
  people,
  isHost,
  isOpen
}: Props) {
  const isOffline = useIsOffline()
  const names = useMemo(() => namesOf(people.split(' ').filter(Boolean)), [people])
  const unread = useUnread(room)
  const box = useRef<HTMLDivElement>(null)
  const [follows, setFollows] = useState(true)
  const [loading, setLoading] = useState<'no' | 'yes' | 'failed'>('no')
  const [oldest] = messages
  const newest = `${messages.at(-1)?.id} ${sending.length}`
  const height = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when older messages were added.
  useLayoutEffect(() => {
    const element = box.current
    // Keeps the visible messages in place when older ones are added above them.
    if (element && height.current > 0) element.scrollTop += element.scrollHeight - height.current
  }, [oldest?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a message was added at the end.
  useLayoutEffect(() => {
    const element = box.current
    if (element && (follows || sending.length > 0)) element.scrollTop = element.scrollHeight
  }, [newest])
  useLayoutEffect(() => {
    height.current = box.current?.scrollHeight ?? 0
  })
  useEffect(() => {
    const markRead = (): void => {
      if (follows && unread > 0 && document.visibilityState === 'visible') allRead(room)
    }
    markRead()
    document.addEventListener('visibilitychange', markRead)
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [follows, unread, room])
  const load = async (): Promise<void> => {
    if (!oldest || !hasEarlier || loading === 'yes') return
    setLoading('yes')
    const failed = await loadEarlier({ id: room, slug }, oldest).then(
      () => false,
      () => true
    )
    setLoading(failed ? 'failed' : 'no')
  }
  const goDown = (): void => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    setFollows(true)
    box.current?.focus({ preventScroll: true })
  }
  const isEmpty = messages.length === 0 && sending.length === 0
  return (
    <div className={classes.scroll}>
      <div
        ref={box}
        className={classes.messages}
        role="log"
        aria-label="Messages"
        // While scrolled up, screen readers hear neither loaded old messages nor new ones: the hint announces new ones.
        aria-live={follows ? undefined : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          setFollows(scrollHeight - scrollTop - clientHeight < 48)
          if (scrollTop < 48 && loading === 'no') void load()
        }}
      >
        {hasEarlier && (
          <Button variant="subtle" className={classes.earlier} loading={loading === 'yes'} onClick={() => void load()}>
            {loading === 'failed' ? 'Couldn’t load. Try again' : 'Earlier messages'}
          </Button>
        )}
        {isEmpty && <p className={classes.empty}>{isOpen ? 'No messages yet. Say hello!' : 'No messages.'}</p>}
        {messages.map((message, index) => (
          <ErrorBoundary key={message.id} what="this message">
            <Message
              message={message}
              before={messages[index - 1]}
              isMine={message.username === me}
              isForMe={me !== null && message.username !== me && isMentioned(message.content, me)}
              names={names}
              isHost={isHost}
            />
          </ErrorBoundary>
        ))}
        {sending.map(({ key, content, tries }) => (
          <div key={key} className={classes.message} data-mine data-sending>
            <p className={classes.bubble}>{content}</p>
            <span className={classes.when}>{isOffline || tries > 0 ? 'Waiting to send' : 'Sending…'}</span>
          </div>
        ))}
      </div>
      <div role="status" className={classes.hint}>
        {!follows && unread > 0 && (
          <Button leftSection={<IconArrowDown size={18} aria-hidden />} onClick={goDown}>
            {unread === 1 ? '1 new message' : `${unread} new messages`}
          </Button>
        )}
      </div>
    </div>
  )
})
