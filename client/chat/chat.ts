/**
 * Messages that are being written or sent. Switching tabs, a refusal or a reload never loses one (D-106). A message is
 * shown at once. Its echo over the socket and the response to its call are recognised, so that it is shown only once.
 */

import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { useEffect, useMemo } from 'react'
import { type ChatMessage, earlierMessages, sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { CHAT_CLOSED, CHAT_LOCKED } from '../../domain/chat/chat.ts'
import type { Session, SessionData } from '../../domain/sessions/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { askForTokens } from '../billing/purchase.ts'
import { call } from '../lib/api.ts'
import { clientUuid } from '../lib/client-uuid.ts'
import { createDrafts } from '../lib/drafts/drafts.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { keepOnReload } from '../lib/page-cache.ts'
import { getUser } from '../lib/user.ts'
import { addMessage, withEarlier, withHistory } from '../live/apply-event.ts'
import { asMember } from '../live/join/as-member.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { discard, type ItemOf, outboxFor, retry } from '../outbox/outbox.ts'

interface Seen {
  /** The id of the newest message at the time of sending. The echo has a higher id. */
  after: number
}

type WaitingMessage = ItemOf<typeof sendMessage, Seen>

/** A message that is being sent, with what the chat shows of it. */
export interface Sending {
  key: string
  content: string
  tries: number
}

export interface Draft {
  text: string
  /** Why the text was not sent and is back in the box. */
  refused: string | null
  /** The refused message and its key. Sent again unchanged, it keeps the key, in case it arrived after all. */
  failed: { key: string; content: string } | null
  /** The refused messages at the beginning of the text. */
  back?: string
}

const EMPTY: Draft = { text: '', refused: null, failed: null }
const drafts = createDrafts<Draft>(
  'chat',
  () => EMPTY,
  ({ text, failed, back = '' }) => (text ? { text, failed, back } : null)
)

const messagesOut = outboxFor<typeof sendMessage, Seen>(sendMessage, {
  delivered({ body }, { message }) {
    changeRoomPages(body.messageable_id, page => addMessage(page, message))
  },
  // `useRefusedMessages` puts the message back into the box while the chat is on screen.
  refused({ body: { messageable_id: session }, seen: { after } }, error) {
    askForTokens(error, () => sendAgain(session, after), `chat ${session}`)
  }
})

/** Sends messages that were refused for lack of tokens: those in the outbox, or the text that is back in the box. */
function sendAgain(session: number, after: number): void {
  for (const { key, body } of messagesOut.refused()) if (body.messageable_id === session) retry(key)
  if (draftOf(session).get().refused !== null) send(session, after)
}

const draftOf = (session: number): WritableAtom<Draft> => drafts(String(session))

export function useDraft(session: number): Draft {
  const draft = useStore(draftOf(session))
  return useHydrated() ? draft : EMPTY
}

export function write(session: number, text: string): void {
  const draft = draftOf(session)
  draft.set({ ...draft.get(), text, refused: null })
}

/** Sends the text of the box. A visitor signs in and a non-member joins first. The text stays until it is being sent. */
export function submit(data: SessionData, status: 0 | 1 | 2, messages: readonly ChatMessage[]): void {
  const { challengeEvent: session } = data
  const draft = draftOf(session.id)
  const content = draft.get().text.trim()
  if (!content) return
  const after = messages.at(-1)?.id ?? 0
  const go = (): void => send(session.id, after)
  if (status !== SessionStatus.Running) draft.set({ ...draft.get(), refused: CHAT_CLOSED })
  else if (session.chat_locked && !data.isOwner) draft.set({ ...draft.get(), refused: CHAT_LOCKED })
  else asMember(session, data.me !== null, go, 'to chat in a session')
}

function send(session: number, after: number): void {
  if (!getUser()) return
  const draft = draftOf(session)
  const { text, failed } = draft.get()
  const content = text.trim()
  if (!content) return
  draft.set(EMPTY)
  messagesOut.add({
    ...(failed?.content === content ? { key: failed.key } : {}),
    body: { content, messageable_type: 'challenge_event', messageable_id: session },
    scope: `chat ${session}`,
    text: content,
    seen: { after }
  })
}

keepOnReload(sessionChatPage, withHistory)

/** Loads messages from before the oldest one on screen. Throws if the call fails. */
export async function loadEarlier(session: Pick<Session, 'id' | 'slug'>, oldest: ChatMessage): Promise<void> {
  const query = { before: String(oldest.id) }
  const { messages, has_earlier } = await call(earlierMessages, { params: { event: session.slug }, query })
  changeRoomPages(session.id, page => withEarlier(page, messages, has_earlier))
}

/** My messages in a session that the server has not confirmed. */
export function useWaitingMessages(session: number): readonly WaitingMessage[] {
  const said = messagesOut.useWaiting()
  return useMemo(() => said.filter(({ body }) => body.messageable_id === session), [said, session])
}

/** Puts refused messages back into the box, with the reason (D-106). */
export function useRefusedMessages(session: number): void {
  const refused = messagesOut.useRefused()
  useEffect(() => {
    for (const { key, body, refused: reason } of refused) {
      if (body.messageable_id !== session) continue
      const draft = draftOf(session)
      const { text, back = '' } = draft.get()
      // Refused messages keep their order, before the text that is being written.
      const isThere = back !== '' && (text === back || text.startsWith(`${back}\n`))
      const said = isThere ? `${back}\n${body.content}` : body.content
      const written = isThere ? text.slice(back.length + 1) : text
      draft.set({
        text: [said, written].filter(Boolean).join('\n'),
        back: said,
        failed: { key, content: body.content },
        refused: reason
      })
      discard(key)
    }
  }, [session, refused])
}

/** Leaves out messages whose echo is shown already, because an echo may come before the response. */
export function withoutEchoes(
  said: readonly Pick<WaitingMessage, 'key' | 'body' | 'seen' | 'tries'>[],
  messages: readonly ChatMessage[]
): readonly Sending[] {
  const echoes = messages.filter(({ client_uuid }) => client_uuid === clientUuid())
  const used = new Set<number>()
  return said.flatMap(({ key, tries, body: { content }, seen: { after } }) => {
    const echo = echoes.find(one => one.content === content && one.id > after && !used.has(one.id))
    if (echo) used.add(echo.id)
    return echo ? [] : [{ key, tries, content }]
  })
}
