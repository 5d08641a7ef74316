import { sessionChatPage } from '../../domain/chat/api.ts'
import { ChatBox } from '../chat/ChatBox.tsx'
import { usePage } from '../lib/page.ts'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { SessionFrame } from './SessionFrame.tsx'

/** The chat tab of a session (CHAT-01). */
export function SessionChatPage() {
  const data = usePage(sessionChatPage)
  const clock = useSessionClock(data)
  return (
    <SessionFrame data={data} clock={clock} chat="none">
      <ChatBox data={data} clock={clock} messages={data.messages} hasEarlier={data.has_earlier} look="box" />
    </SessionFrame>
  )
}
