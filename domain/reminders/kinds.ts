/**
 * What people are told of, and how: in the inbox of the page, by a push to their devices, or by mail.
 *
 * The rule that surprises: a kind that somebody has never chosen anything for has its default, also one that a later
 * version adds. Mail is off until it is asked for.
 */
import * as z from 'zod/mini'

export const REMINDER_KINDS = ['session_soon', 'your_turn', 'post_reply', 'log_cheer'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export const CHANNELS = ['page', 'push', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Unread reminders are counted up to this number. */
export const MOST_UNREAD = 100

/** What somebody has chosen: the channels of each kind that they changed. */
export type Choices = Partial<Record<ReminderKind, readonly Channel[]>>

const DEFAULT: readonly Channel[] = ['page', 'push']

/** The channels by which this person is told of this kind. */
export function channelsOf(choices: Choices, kind: ReminderKind): readonly Channel[] {
  return choices[kind] ?? DEFAULT
}

/** The choices with one channel of one kind switched on or off. @public */
export function choose(choices: Choices, kind: ReminderKind, channel: Channel, isOn: boolean): Choices {
  const before = channelsOf(choices, kind)
  return { ...choices, [kind]: CHANNELS.filter(each => (each === channel ? isOn : before.includes(each))) }
}

const CHANNEL_TEXT = `Give some of these: ${CHANNELS.join(', ')}.`

/** Choices on the wire. Each kind has its channels; a kind that is left out stays as it is. @public */
export const sentChoices = z.partialRecord(
  z.literal(REMINDER_KINDS, `Give one of these: ${REMINDER_KINDS.join(', ')}.`),
  z.array(z.literal(CHANNELS, CHANNEL_TEXT), CHANNEL_TEXT).check(z.maxLength(CHANNELS.length, CHANNEL_TEXT)),
  'Give the channels of each kind.'
)

/** All kinds as the server returns them. */
export const allChoices = z.record(z.literal(REMINDER_KINDS), z.array(z.literal(CHANNELS)))
export type AllChoices = z.output<typeof allChoices>

/** The channels of every kind, in their order. @public */
export function everyChoice(choices: Choices): AllChoices {
  const of = (kind: ReminderKind) => CHANNELS.filter(channel => channelsOf(choices, kind).includes(channel))
  return Object.fromEntries(REMINDER_KINDS.map(kind => [kind, of(kind)])) as AllChoices
}
