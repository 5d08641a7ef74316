import { ActionIcon, Button, Loader, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import IconArrowsVertical from '@tabler/icons-react/dist/esm/icons/IconArrowsVertical.mjs'
import IconSend2 from '@tabler/icons-react/dist/esm/icons/IconSend2.mjs'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { type ChatMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { CHAT_CLOSED, CHAT_LOCKED } from '../../domain/chat/chat.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { GUESTS_LISTEN } from '../../domain/sessions/people/guests.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { WRITE_ONCE_APPROVED } from '../accounts/sign-in.ts'
import { addressOf, pageQuery } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { useCatchUp } from '../live/live-session.ts'
import { Form } from '../ui/forms/Form.tsx'
import classes from './ChatBox.module.css'
import { ChatLock } from './ChatLock.tsx'
import { submit, useDraft, useRefusedMessages, useWaitingMessages, withoutEchoes, write } from './chat.ts'
import { Messages } from './Messages.tsx'

interface Props {
  data: SessionData
  clock: Pick<SessionClock, 'status'>
  messages: readonly ChatMessage[]
  hasEarlier: boolean
  /** "box", on the chat page, is 200 px high (CHAT-04) until the person enlarges it. "column", beside the room, is full-height. */
  look: 'box' | 'column'
}

export function ChatBox({ data, clock, messages, hasEarlier, look }: Props) {
  const { id, slug, chat_locked, guests_chat } = data.challengeEvent
  const draft = useDraft(id)
  const user = useUser()
  const waiting = useWaitingMessages(id)
  const sending = useMemo(() => withoutEchoes(waiting, messages), [waiting, messages])
  useRefusedMessages(id)
  const people = data.participants.map(({ username }) => username).join(' ')
  const send = (): void => submit(data, clock.status, messages)
  const listens = user?.guest_name != null && guests_chat === 0
  const waits = user?.is_unapproved === 1
  const isOpen = clock.status === SessionStatus.Running && (!chat_locked || data.isOwner) && !listens && !waits
  const box = useRef<HTMLDivElement>(null)
  const [isLarge, setLarge] = useLocalStorage({ key: 'large-chat', defaultValue: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the height changes, the box scrolls to the newest messages again.
  useEffect(() => {
    if (look === 'box' && isOpen) showNewest(box.current)
  }, [look, isOpen, isLarge])
  // On touch screens Enter starts a new line, because there is no Shift and Enter. On other devices it sends.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <div ref={box} data-tour="chat" className={classes.chat} data-look={look} data-large={isLarge || undefined}>
      <Messages
        room={id}
        slug={slug}
        messages={messages}
        hasEarlier={hasEarlier}
        sending={sending}
        me={user?.username ?? null}
        people={people}
        isHost={data.isOwner}
        isOpen={isOpen}
      />
      {clock.status !== SessionStatus.Running && <p className={classes.closed}>{CHAT_CLOSED}</p>}
      {clock.status === SessionStatus.Running && chat_locked === 1 && (
        <p className={classes.closed}>{data.isOwner ? 'The chat is locked: only hosts can write.' : CHAT_LOCKED}</p>
      )}
      {clock.status === SessionStatus.Running && listens && <p className={classes.closed}>{GUESTS_LISTEN}</p>}
      {clock.status === SessionStatus.Running && waits && <p className={classes.closed}>{WRITE_ONCE_APPROVED}</p>}
      <div className={classes.acts}>
        {data.isOwner && clock.status === SessionStatus.Running && <ChatLock session={data.challengeEvent} />}
        {look === 'box' && (
          <Button
            variant="subtle"
            leftSection={<IconArrowsVertical size={18} aria-hidden />}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? 'Smaller chat' : 'Larger chat'}
          </Button>
        )}
      </div>
      {(isOpen || draft.text) && (
        <Form className={classes.form} next={() => box.current?.querySelector('[role="log"]') ?? null} onSubmit={send}>
          <Textarea
            aria-label="Message"
            placeholder="Say something…"
            autosize
            minRows={1}
            maxRows={5}
            maxLength={2000}
            className={classes.text}
            value={draft.text}
            error={draft.refused}
            onChange={event => write(id, event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <ActionIcon type="submit" variant="filled" aria-label="Send" disabled={!draft.text.trim()}>
            <IconSend2 size={22} />
          </ActionIcon>
        </Form>
      )}
    </div>
  )
}

/** Scrolls to the newest messages. On a short screen the sticky field would cover them, so the page scrolls too. */
function showNewest(box: HTMLElement | null): void {
  const messages = box?.querySelector('[role="log"]')
  if (messages) messages.scrollTop = messages.scrollHeight
  const log = messages?.getBoundingClientRect()
  const field = box?.querySelector('form')?.getBoundingClientRect()
  if (log && field && log.bottom > field.top) window.scrollBy({ top: log.bottom - field.top, behavior: 'instant' })
}

interface SideProps {
  data: SessionData
  clock: SessionClock
  /** Address of the chat page, whose data is shown. */
  path: string
}

/** The chat beside the room on wide screens. It re-renders when the clock's status changes, not with each second. */
export const SideChat = memo(Side, (before, now) => {
  return before.data === now.data && before.path === now.path && before.clock.status === now.clock.status
})

function Side({ data, clock, path }: SideProps) {
  const address = addressOf(sessionChatPage, { pathname: path, search: '' })
  const { data: chat } = useQuery({ ...pageQuery<typeof sessionChatPage>(sessionChatPage, address), staleTime: 0 })
  useCatchUp(chat ?? null)
  if (!chat) {
    return (
      <div className={classes.loading}>
        <Loader role="status" aria-label="Loading the chat" />
      </div>
    )
  }
  return <ChatBox data={data} clock={clock} messages={chat.messages} hasEarlier={chat.has_earlier} look="column" />
}
