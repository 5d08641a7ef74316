/**
 * What people are told of, and how: in the inbox of the page, by a push to their devices, or by mail.
 *
 * The rule that surprises: a kind that somebody has never chosen anything for has its default, also one that a later
 * version adds. Mail is off until it is asked for.
 */
import * as z from 'zod/mini'

export const REMINDER_KINDS = [
  'session_soon',
  'session_again',
  'group_session',
  'your_turn',
  'post_reply',
  'log_cheer',
  'proposal_declined'
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export const CHANNELS = ['page', 'push', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Unread reminders are counted up to this number. */
export const MOST_UNREAD = 100

/** The channels that leave the page. */
export const WAYS = ['push', 'mail'] as const
export type Way = (typeof WAYS)[number]

/** What somebody has chosen: the channels of each kind that they changed. */
export type Choices = Partial<Record<ReminderKind, readonly Channel[]>>

const DEFAULT: readonly Channel[] = ['page', 'push']

/** The channels by which this person is told of this kind. */
export function channelsOf(choices: Choices, kind: ReminderKind): readonly Channel[] {
  return choices[kind] ?? DEFAULT
}

/** The choices with what was sent in place of what was chosen before. */
export function withChoices(choices: Choices, sent: Choices): Choices {
  const given = REMINDER_KINDS.flatMap(kind => {
    const channels = sent[kind]
    return channels ? [[kind, CHANNELS.filter(channel => channels.includes(channel))] as const] : []
  })
  return { ...choices, ...Object.fromEntries(given) }
}

/** The choices without a channel of one kind. */
export function without(choices: Choices, kind: ReminderKind, channel: Channel): Choices {
  return { ...choices, [kind]: channelsOf(choices, kind).filter(each => each !== channel) }
}

/** What a kind is called, in a mail and among the settings. */
export const KIND_NAMES: Record<ReminderKind, string> = {
  session_soon: 'A session of mine starts in 10 minutes',
  session_again: 'Somebody makes a session again that I was in',
  group_session: 'A group of mine has a new session',
  your_turn: 'It is my turn',
  post_reply: 'Somebody replied to a post of mine',
  log_cheer: 'Somebody cheered a log of mine',
  proposal_declined: 'A host declined an activity for a group of mine'
}

const CHANNEL_TEXT = `Give some of these: ${CHANNELS.join(', ')}.`

/** Choices on the wire. Each kind has its channels; a kind that is left out stays as it is. */
export const sentChoices = z.partialRecord(
  z.literal(REMINDER_KINDS, `Give one of these: ${REMINDER_KINDS.join(', ')}.`),
  z.array(z.literal(CHANNELS, CHANNEL_TEXT), CHANNEL_TEXT).check(z.maxLength(CHANNELS.length, CHANNEL_TEXT)),
  'Give the channels of each kind.'
)

/** All kinds as the server returns them. */
export const allChoices = z.record(z.literal(REMINDER_KINDS), z.array(z.literal(CHANNELS)))
export type AllChoices = z.output<typeof allChoices>

/** The channels of every kind, in their order. */
export function everyChoice(choices: Choices): AllChoices {
  const of = (kind: ReminderKind) => CHANNELS.filter(channel => channelsOf(choices, kind).includes(channel))
  return Object.fromEntries(REMINDER_KINDS.map(kind => [kind, of(kind)])) as AllChoices
}
