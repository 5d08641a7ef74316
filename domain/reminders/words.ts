/** The text and link of reminders. The same line is in the inbox, in a push and in the subject of a mail. */
import { plural } from '../lib/duration.ts'
import type { ReminderKind } from './kinds.ts'

export interface ReminderFacts {
  kind: ReminderKind
  /** Null for a log outside of sessions. */
  session: { title: string; slug: string } | null
  /** The title of the group that has a new session or proposed to attach an activity. */
  group: string | null
  /** The activity that the group proposed to attach. */
  activity: { title: string; slug: string } | null
  /** The username of the person who did it last. */
  actor: string | null
  /** How often it happened since it was last read. */
  times: number
  /** The start of the session, or when the event happened last, in ms since 1970. */
  at: number
}

/**
 * Returns the line of a reminder.
 * @param now when it is shown; without it the line contains no time
 */
export function wordsOfReminder(
  { kind, session, group, activity, actor, times, at }: ReminderFacts,
  now?: number
): string {
  const where = session?.title ?? ''
  const who = actor ?? 'Someone'
  switch (kind) {
    case 'session_soon':
      return now === undefined || at <= now ? `${where} starts` : `${where} starts in ${minutesUntil(at, now)}`
    case 'session_again':
      return `${who} invites you to ${where} again`
    case 'group_session':
      return group === null ? `${who} made a new session: ${where}` : `New in ${group}: ${where}, by ${who}`
    case 'your_turn':
      return `It’s your turn in ${where}`
    case 'post_reply':
      return times > 1
        ? `${times} new replies to your post in ${where}, the last by ${who}`
        : `${who} replied to your post in ${where}`
    case 'log_cheer': {
      const log = session ? `your log in ${where}` : 'your log'
      return times > 1 ? `${times} new cheers for ${log}, the last by ${who}` : `${who} cheered ${log}`
    }
    case 'proposal_declined':
      return `${who} declined to move ${activity?.title ?? 'an activity'} into ${group ?? 'your group'}`
  }
}

/** Returns the path of the page that a reminder opens. */
export function pathOfReminder({
  kind,
  session,
  activity
}: Pick<ReminderFacts, 'kind' | 'session' | 'activity'>): string {
  if (activity) return `/activities/${activity.slug}`
  if (!session) return '/my/logs'
  const page = `/sessions/${session.slug}`
  if (kind === 'post_reply') return `${page}/hut`
  return kind === 'log_cheer' ? `${page}/logs` : page
}

function minutesUntil(at: number, now: number): string {
  return plural(Math.max(1, Math.round((at - now) / 60_000)), 'minute')
}
