/** What reminders say: one line, the same in the inbox, in a push and as the subject of a mail. And where they lead. */
import { plural } from '../lib/duration.ts'
import type { ReminderKind } from './kinds.ts'

export interface Told {
  kind: ReminderKind
  /** Of the session; null for a log outside of one. */
  session: { title: string; slug: string } | null
  /** The title of the group that has a new session, or that asked for an activity. */
  group: string | null
  /** The activity that the group asked for. */
  activity: { title: string; slug: string } | null
  /** Who did it last, by username. */
  actor: string | null
  /** How often it happened since it was last read. */
  times: number
  /** What it is about: the start of the session, or when it happened last. In ms since 1970. */
  at: number
}

/** @param now for what is sent now; without it the words hold at any time */
export function wordsOfReminder({ kind, session, group, activity, actor, times, at }: Told, now?: number): string {
  const where = session?.title ?? ''
  const who = actor ?? 'Somebody'
  switch (kind) {
    case 'session_soon':
      return now === undefined || at <= now ? `${where} starts` : `${where} starts in ${minutesUntil(at, now)}`
    case 'session_again':
      return `${who} invites you to ${where} again`
    case 'group_session':
      return group === null ? `${who} made a new session: ${where}` : `New in ${group}: ${where}, by ${who}`
    case 'your_turn':
      return `It is your turn in ${where}`
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

/** Path of the page that it is about. */
export function pathOfReminder({ kind, session, activity }: Pick<Told, 'kind' | 'session' | 'activity'>): string {
  if (activity) return `/activities/${activity.slug}`
  if (!session) return '/my/logs'
  const page = `/sessions/${session.slug}`
  if (kind === 'post_reply') return `${page}/hut`
  return kind === 'log_cheer' ? `${page}/logs` : page
}

function minutesUntil(at: number, now: number): string {
  return plural(Math.max(1, Math.round((at - now) / 60_000)), 'minute')
}
