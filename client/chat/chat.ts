/**
 * What is being said and not yet heard back. Text lives outside the component, so that going to another tab of the
 * session or being refused never loses it (D-106). A message is shown at once; the echo over the socket and the
 * answer of the call are recognised by id, so that it is shown once.
 */

import { type ChatMessage, sendMessage } from '../../domain/chat/api.ts'
import { CHAT_CLOSED, CHAT_LOCKED } from '../../domain/chat/chat.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { clientUuid, randomUuid } from '../lib/client-uuid.ts'
import { createStore, type Store, useStore } from '../lib/store.ts'
import { getUser } from '../lib/user.ts'
import { joinFirst } from '../sessions/goals/quick-log.ts'
import { addMessage } from '../sessions/live/apply-event.ts'
import { type Drawer, forgetKept, keep, kept, SomebodyElse, sendWhenOnline } from '../sessions/live/line.ts'
import { changeRoomPages } from '../sessions/live/room-pages.ts'
import { messageOf } from '../ui/form-errors.tsx'

export interface Sending {
  key: string
  content: string
  /** The newest message there was: an echo has a higher id. */
  after: number
}

export interface Draft {
  text: string
  sending: readonly Sending[]
  /** Why the text that is back in the box was not sent. */
  refused: string | null
  /** What was refused, with its key: sent again unchanged it is the same message, should it have arrived after all. */
  failed: Sending | null
}

const EMPTY: Draft = { text: '', sending: [], refused: null, failed: null }
/** By session and person; what a visitor wrote is that of who signs in next. */
const drafts = new Map<string, Store<Draft>>()
let queue: Promise<unknown> = Promise.resolve()

function draftOf(session: number, person = getUser()?.id): Store<Draft> {
  const name = `${session} ${person ?? ''}`
  const visitors = `${session} `
  const draft = drafts.get(name) ?? drafts.get(visitors) ?? createStore(EMPTY)
  drafts.set(name, draft)
  if (name !== visitors) drafts.delete(visitors)
  return draft
}

const drawerOf = (session: number, person: number): Drawer => ({ what: 'messages', of: session, person })

export const useDraft = (session: number): Draft => useStore(draftOf(session))

export function write(session: number, text: string): void {
  const draft = draftOf(session)
  draft.set({ ...draft.get(), text, refused: null })
}

/** Sends what is written, asking to sign in or join where that is missing; the text stays until it is on its way. */
export function submit(data: SessionData, status: 0 | 1 | 2, messages: readonly ChatMessage[]): void {
  const { challengeEvent: session } = data
  const draft = draftOf(session.id)
  const content = draft.get().text.trim()
  if (!content) return
  const after = messages.at(-1)?.id ?? 0
  const go = (): void => send(session.id, after)
  if (status !== 1) draft.set({ ...draft.get(), refused: CHAT_CLOSED })
  else if (session.chat_locked && !data.isOwner) draft.set({ ...draft.get(), refused: CHAT_LOCKED })
  else if (getUser() && !data.me) joinFirst(session, go)
  else requireSignIn('to chat in a session', go)
}

function send(session: number, after: number): void {
  const person = getUser()?.id
  if (person === undefined) return
  const draft = draftOf(session, person)
  const { text, failed } = draft.get()
  const content = text.trim()
  if (!content) return
  const key = failed?.content === content ? failed.key : randomUuid()
  const message = { key, content, after }
  draft.set({ ...draft.get(), text: '', refused: null, failed: null })
  enqueue(session, person, message)
}

/** What an earlier visit could not send, with the same keys. */
export function restoreMessages(session: number): void {
  const person = getUser()?.id
  if (person === undefined) return
  const { sending } = draftOf(session, person).get()
  for (const message of kept<Sending>(drawerOf(session, person))) {
    if (!sending.some(({ key }) => key === message.key)) enqueue(session, person, message)
  }
}

function enqueue(session: number, person: number, message: Sending): void {
  const draft = draftOf(session, person)
  draft.set({ ...draft.get(), sending: [...draft.get().sending, message] })
  keep(drawerOf(session, person), message)
  // One after another: that keeps their order, and two equal ones are two messages.
  queue = queue.then(() => deliver(session, person, message))
}

async function deliver(session: number, person: number, message: Sending): Promise<void> {
  const draft = draftOf(session, person)
  const drawer = drawerOf(session, person)
  try {
    const body = { content: message.content, messageable_type: 'challenge_event' as const, messageable_id: session }
    const answer = await sendWhenOnline(person, () => call(sendMessage, { body, key: message.key, as: person }))
    forgetKept(drawer, message.key)
    changeRoomPages(session, page => addMessage(page, answer.message))
    draft.set(without(draft.get(), message.key))
  } catch (error) {
    if (error instanceof SomebodyElse) {
      draft.set(without(draft.get(), message.key))
      return
    }
    forgetKept(drawer, message.key)
    const { text } = draft.get()
    draft.set({
      ...without(draft.get(), message.key),
      text: [message.content, text].filter(Boolean).join('\n'),
      failed: message,
      refused: messageOf(error)
    })
  }
}

function without(draft: Draft, key: string): Draft {
  return { ...draft, sending: draft.sending.filter(one => one.key !== key) }
}

/** What is on its way and not among the messages yet: an echo may come before the answer. */
export function unheard(sending: readonly Sending[], messages: readonly ChatMessage[]): readonly Sending[] {
  const echoes = messages.filter(({ client_uuid }) => client_uuid === clientUuid())
  const used = new Set<number>()
  return sending.filter(({ content, after }) => {
    const echo = echoes.find(one => one.content === content && one.id > after && !used.has(one.id))
    if (echo) used.add(echo.id)
    return !echo
  })
}
