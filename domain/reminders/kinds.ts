/**
 * The kinds of reminders and their channels: the inbox of the page, a push to the person's devices, or mail.
 *
 * The rule that surprises: only changed kinds are stored. All others have the default, including kinds that a later
 * version adds. Mail is off by default, except for places that people wait for. News of what a person follows only fills
 * the inbox.
 */
import * as z from 'zod/mini'

export const REMINDER_KINDS = [
  'session_soon',
  'session_again',
  'group_session',
  'followed_news',
  'followed_activity',
  'place_offered',
  'place_free',
  'waitlist_ended',
  'place_unpaid',
  'series_asks',
  'series_stopped',
  'series_changed',
  'your_turn',
  'goal_due',
  'post_reply',
  'log_cheer',
  'proposal_declined',
  'report_decided',
  'content_decided'
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export const CHANNELS = ['page', 'push', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Unread reminders are counted up to this number. */
export const MOST_UNREAD = 100

/** The channels outside of the page. */
export const WAYS = ['push', 'mail'] as const
export type Way = (typeof WAYS)[number]

/** A person's choices: the channels of each kind that they changed. */
export type Choices = Partial<Record<ReminderKind, readonly Channel[]>>

const DEFAULT: readonly Channel[] = ['page', 'push']
/** A place waits for a short time only, so the person gets a mail too (D-150, D-151). */
const MAILED: readonly ReminderKind[] = ['place_offered', 'place_free', 'place_unpaid']

/** These are in the weekly mail, for people who want one (D-162). */
export const WEEKLY: readonly ReminderKind[] = ['group_session', 'followed_news', 'followed_activity']

/** Returns the channels of a kind: the person's choice or the default. */
export function channelsOf(choices: Choices, kind: ReminderKind): readonly Channel[] {
  if (choices[kind]) return choices[kind]
  if (kind === 'followed_news' || kind === 'followed_activity') return ['page']
  return MAILED.includes(kind) ? CHANNELS : DEFAULT
}

/** Returns the choices that count. With all reminders switched off, only the inbox is left. */
export function choicesInForce(choices: Choices, isOff: boolean): Choices {
  if (!isOff) return choices
  return Object.fromEntries(
    REMINDER_KINDS.map(kind => [kind, channelsOf(choices, kind).filter(channel => channel === 'page')])
  )
}

/** Returns the choices with the sent kinds replaced. */
export function withChoices(choices: Choices, sent: Choices): Choices {
  const given = REMINDER_KINDS.flatMap(kind => {
    const channels = sent[kind]
    return channels ? [[kind, CHANNELS.filter(channel => channels.includes(channel))] as const] : []
  })
  return { ...choices, ...Object.fromEntries(given) }
}

/** Returns the choices with one channel of one kind switched off. */
export function without(choices: Choices, kind: ReminderKind, channel: Channel): Choices {
  return { ...choices, [kind]: channelsOf(choices, kind).filter(each => each !== channel) }
}

/** The names of the kinds, for mails and the settings. */
export const KIND_NAMES: Record<ReminderKind, string> = {
  session_soon: 'A session I joined starts in 10 minutes',
  session_again: 'Someone repeats a session I was in',
  group_session: 'One of my groups has a new session',
  followed_news: 'News from people, activities and texts I follow',
  followed_activity: 'A person I follow made a new activity',
  place_offered: 'I’m offered a place I’m waiting for, for half an hour',
  place_free: 'A place I’m waiting for is free just before the start',
  waitlist_ended: 'A host ended a waitlist I was on',
  place_unpaid: 'I’m out of tokens for a session I come to every time',
  series_asks: 'One of my series asks whether to continue',
  series_stopped: 'A series I’m in has ended or paused',
  series_changed: 'A series I come to every time changed its schedule',
  your_turn: 'It’s my turn',
  goal_due: 'It’s time for one of my goals',
  post_reply: 'Someone replied to my post',
  log_cheer: 'Someone cheered my log or goal',
  proposal_declined: 'A host declined an activity for my group',
  report_decided: 'A moderator reviewed something I reported',
  content_decided: 'Something of mine was hidden or put back'
}

/** The kinds of mails that a press stops: those of reminders, and the weekly one. */
export const STOPPABLE = [...REMINDER_KINDS, 'week_mail'] as const
export type Stoppable = (typeof STOPPABLE)[number]

/** Returns the name of a kind of mails, as the end of a sentence. */
export function mailName(kind: Stoppable): string {
  if (kind === 'week_mail') return 'the news of the week'
  const name = KIND_NAMES[kind]
  return /^I\b/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

const CHANNEL_TEXT = `Give some of these: ${CHANNELS.join(', ')}.`

/** Sent choices: the channels of each kind; absent kinds stay as they are. */
export const sentChoices = z.partialRecord(
  z.literal(REMINDER_KINDS, `Give one of these: ${REMINDER_KINDS.join(', ')}.`),
  z.array(z.literal(CHANNELS, CHANNEL_TEXT), CHANNEL_TEXT).check(z.maxLength(CHANNELS.length, CHANNEL_TEXT)),
  'Give the channels of each kind.'
)

/** The channels of all kinds, in a response. */
export const allChoices = z.record(z.literal(REMINDER_KINDS), z.array(z.literal(CHANNELS)))
export type AllChoices = z.output<typeof allChoices>

/** Returns the channels of all kinds, in the order of `CHANNELS`. */
export function everyChoice(choices: Choices): AllChoices {
  const of = (kind: ReminderKind) => CHANNELS.filter(channel => channelsOf(choices, kind).includes(channel))
  return Object.fromEntries(REMINDER_KINDS.map(kind => [kind, of(kind)])) as AllChoices
}
