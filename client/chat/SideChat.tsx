import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { sessionChatPage } from '../../domain/chat/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { addressOf, pageQuery } from '../lib/page-cache.ts'
import { useCatchUp } from '../live/live-session.ts'
import classes from './ChatBox.module.css'
import { ChatBox } from './ChatBox.tsx'

interface Props {
  data: SessionData
  clock: SessionClock
  /** Address of the chat page, whose data is shown. */
  path: string
}

/** The chat beside the room on wide screens. It re-renders when the clock's status changes, not with each second. */
export const SideChat = memo(Side, (before, now) => {
  return before.data === now.data && before.path === now.path && before.clock.status === now.clock.status
})

function Side({ data, clock, path }: Props) {
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
