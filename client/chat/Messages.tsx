import { memo, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from '../../domain/chat/api.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { call } from '../lib/api.ts'
import { Muted } from '../moderation/Muted.tsx'
import { SaidMenu } from '../moderation/SaidMenu.tsx'
import { withoutMessages } from '../sessions/live/apply-event.ts'
import { useIsOffline } from '../sessions/live/offline.ts'
import { changeRoomPages } from '../sessions/live/room-pages.ts'
import classes from './ChatBox.module.css'
import type { Sending } from './chat.ts'

interface Props {
  messages: readonly ChatMessage[]
  sending: readonly Sending[]
  me: string | null
  /** May delete what others said. */
  isHost: boolean
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Follows the newest message unless the person has scrolled up to read. Not drawn again while nothing was said. */
export const Messages = memo(function Messages({ messages, sending, me, isHost }: Props) {
  const isOffline = useIsOffline()
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const newest = `${messages.at(-1)?.id} ${sending.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new decides, not how it is made.
  useLayoutEffect(() => {
    const element = box.current
    if (element && (follows.current || sending.length > 0)) element.scrollTop = element.scrollHeight
  }, [newest])
  const isEmpty = messages.length === 0 && sending.length === 0
  return (
    <div
      ref={box}
      className={classes.messages}
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 48
      }}
    >
      {isEmpty && <p className={classes.empty}>Nothing has been said yet.</p>}
      {messages.map((message, index) => (
        <Message
          key={message.id}
          message={message}
          before={messages[index - 1]}
          isMine={message.username === me}
          isHost={isHost}
        />
      ))}
      {sending.map(({ key, content, tries }) => (
        <div key={key} className={classes.message} data-mine data-sending>
          <p className={classes.bubble}>{content}</p>
          <span className={classes.when}>{isOffline || tries > 0 ? 'Waiting to be sent' : 'Sending…'}</span>
        </div>
      ))}
    </div>
  )
})

interface MessageProps {
  message: ChatMessage
  before: ChatMessage | undefined
  isMine: boolean
  isHost: boolean
}

/** Name and time once for what somebody says in one breath. */
const Message = memo(function Message({ message, before, isMine, isHost }: MessageProps) {
  const at = Date.parse(message.created_at)
  const goesOn = before?.username === message.username && at - Date.parse(before.created_at) < 180_000
  return (
    <div className={classes.message} data-mine={isMine || undefined}>
      {!goesOn && (
        <p className={classes.head}>
          <strong>{isMine ? 'You' : message.username}</strong>{' '}
          <time dateTime={message.created_at} title={DAY_AND_TIME.format(at)}>
            {Date.now() - at > 43_200_000 ? DAY_AND_TIME.format(at) : TIME.format(at)}
          </time>
        </p>
      )}
      <div className={classes.line}>
        <Muted username={message.username} what="message">
          <p className={classes.bubble}>{message.content}</p>
        </Muted>
        <SaidMenu
          what="message"
          username={message.username}
          isHost={isHost}
          onDelete={() => remove(message)}
          className={classes.menu}
        />
      </div>
    </div>
  )
})

async function remove({ id, messageable_id }: ChatMessage): Promise<void> {
  await call(deleteMessage, { params: { message: String(id) } })
  changeRoomPages(messageable_id, page => withoutMessages(page, [id]))
}
