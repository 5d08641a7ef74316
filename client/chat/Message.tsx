import { memo } from 'react'
import { Link } from 'react-router'
import type { ChatMessage } from '../../domain/chat/api.ts'
import { splitMentions } from '../../domain/chat/mentions.ts'
import { deleteMessage } from '../../domain/moderation/api.ts'
import { personPath } from '../../domain/publishing/person.ts'
import { Face } from '../faces/Face.tsx'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { getRenderedAt } from '../lib/embedded.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { withoutMessages } from '../live/apply-event.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { ContentMenu } from '../moderation/ContentMenu.tsx'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { Muted } from '../moderation/Muted.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { LinkedText } from '../ui/text/LinkedText.tsx'
import classes from './ChatBox.module.css'

const useTime = dateTexts({ timeStyle: 'short' })
const useDayAndTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

interface MessageProps {
  message: ChatMessage
  before: ChatMessage | undefined
  isMine: boolean
  /** The message mentions me. */
  isForMe: boolean
  names: ReadonlyMap<string, string>
  isHost: boolean
}

/** Shows name and time only once for messages that a person sends within three minutes. */
export const Message = memo(function Message({ message, before, isMine, isForMe, names, isHost }: MessageProps) {
  const at = Date.parse(message.created_at)
  const [time, dayAndTime] = [useTime(), useDayAndTime()]
  // Read only when it renders: a clock would re-render all messages.
  const isLongAgo = (useHydrated() ? Date.now() : (getRenderedAt() ?? 0)) - at > 43_200_000
  const isContinued = before?.username === message.username && at - Date.parse(before.created_at) < 180_000
  return (
    <div className={classes.message} data-mine={isMine || undefined} data-for-me={isForMe || undefined}>
      {!isContinued && (
        <p className={classes.head}>
          <Face username={message.username} size={24} />
          <strong>{isMine ? 'You' : <PersonLink username={message.username} />}</strong>{' '}
          <time dateTime={message.created_at} title={dayAndTime(at)}>
            {isLongAgo ? dayAndTime(at) : time(at)}
          </time>
        </p>
      )}
      <div className={classes.line}>
        <Muted username={message.username} what="message" isHost={isHost}>
          {message.is_hidden === 1 ? (
            <HiddenNote about={{ kind: 'message', id: message.id }} isMine={isMine} />
          ) : (
            <p className={classes.bubble}>
              <LinkedText text={message.content} renderText={text => <Named text={text} names={names} />} />
            </p>
          )}
        </Muted>
        <ContentMenu
          what="message"
          about={{ kind: 'message', id: message.id }}
          username={message.username}
          isHost={isHost}
          onDelete={() => remove(message)}
          className={classes.menu}
        />
      </div>
    </div>
  )
})

function Named({ text, names }: { text: string; names: ReadonlyMap<string, string> }) {
  return splitMentions(text, names).map((piece, index) =>
    piece.username === null ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message does not change.
      <Link key={index} to={personPath(piece.username)} className={classes.named}>
        {piece.text}
      </Link>
    )
  )
}

async function remove({ id, messageable_id }: ChatMessage): Promise<void> {
  await call(deleteMessage, { params: { message: String(id) } })
  changeRoomPages(messageable_id, page => withoutMessages(page, [id]))
}
