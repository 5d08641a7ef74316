/**
 * What webhooks tell, and when they are tried again. A webhook belongs to a person, or to a group and its creator.
 *
 * The rule that surprises: the events of a subject, such as one session, arrive in order. While one of them waits for
 * another try, the later ones of the same subject wait behind it.
 */

/** Each event with what people read about it. */
export const WEBHOOK_EVENTS = {
  'session.started': 'A session starts',
  'session.ended': 'A session ends',
  'log.made': 'I log something',
  'goal.reached': 'I complete a goal',
  'member.joined': 'Someone joins',
  'message.sent': 'Someone writes in a chat',
  'item.published': 'I publish an item'
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

/** Those that a group has. Logs, goals and items belong to single people. */
export const GROUP_EVENTS: readonly WebhookEvent[] = [
  ...(['session.started', 'session.ended', 'member.joined', 'message.sent'] as const)
]

/** What the receiver understands. `standard` is Standard Webhooks 1.0. */
export const FORMATS = { standard: 'Signed JSON', discord: 'Discord', slack: 'Slack', ntfy: 'ntfy' } as const
export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

/** The longest part of a message that is sent. */
const LONGEST_TEXT = 1000

interface Thing {
  title: string
  url: string
}

/** The data of each event, without anything that its receiver's owner can't read on the pages. */
export interface EventData {
  'session.started': { session: Thing }
  'session.ended': { session: Thing }
  'log.made': {
    log: {
      id: number
      day: string
      title: string
      amount: number | null
      distance: number | null
      duration: number | null
    }
    goal: { id: number; title: string; unit: string } | null
    /** The log in words: "1 glass". */
    text: string
  }
  'goal.reached': { goal: { id: number; title: string } }
  'member.joined': { username: string; session: Thing | null; group: Thing | null }
  'message.sent': { username: string; content: string; session: Thing }
  'item.published': { item: Thing; author: string }
}
export type Happened = { [Name in WebhookEvent]: { type: Name; data: EventData[Name] } }[WebhookEvent]

/** Returns an event as a sentence, for chats. */
export function sentenceOf(event: Happened): string {
  switch (event.type) {
    case 'session.started':
      return `“${event.data.session.title}” has started: ${event.data.session.url}`
    case 'session.ended':
      return `“${event.data.session.title}” has ended: ${event.data.session.url}`
    case 'log.made':
      return [event.data.goal?.title, event.data.text].filter(Boolean).join(': ')
    case 'goal.reached':
      return `Goal completed: ${event.data.goal.title}`
    case 'member.joined': {
      const { username, session, group } = event.data
      const where = session ?? group
      return `${username} joined “${where?.title ?? ''}”: ${where?.url ?? ''}`
    }
    case 'message.sent':
      return `${event.data.username} in “${event.data.session.title}”: ${event.data.content}`
    case 'item.published':
      return `${event.data.author} published “${event.data.item.title}”: ${event.data.item.url}`
  }
}

/** Shortens what a person wrote for an event. */
export function cutContent(content: string): string {
  return content.length <= LONGEST_TEXT ? content : `${content.slice(0, LONGEST_TEXT - 1)}…`
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR]

/** After this time without a success, an address is switched off, ms. */
export const FAILS_FOR_MS = 24 * HOUR
/** How long the secret before the last rotation still signs, ms. */
export const OLD_SECRET_MS = 24 * HOUR

/**
 * Returns how long to wait before the next try, ms.
 * @param attempts how often it was tried, at least 1
 */
export function retryDelay(attempts: number): number {
  return DELAYS[attempts - 1] ?? 8 * HOUR
}

/** Whether an address has failed for so long that it is switched off. @param since its first failure after a success, ms */
export function isGivenUp(since: number | null, now: number): boolean {
  return since !== null && now - since >= FAILS_FOR_MS
}
