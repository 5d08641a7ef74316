/** The text and link of reminders. The same line is in the inbox, in a push and in the subject of a mail. */
import { plural } from '../lib/duration.ts'
import { type HiddenKind, KIND_WORDS, REASON_WORDS, type Reason } from '../moderation/hidden.ts'
import type { CaseStatus } from '../reports/report.ts'
import type { ReminderKind } from './kinds.ts'

interface AboutReport {
  kind: HiddenKind
  status: CaseStatus
  /** Why it is hidden. */
  reason: Reason | null
  /** Reports hid it, and no moderator has looked at it yet. */
  is_by_rule: boolean
  /** Path of its place; null when it is gone. */
  path: string | null
}

export interface ReminderFacts {
  kind: ReminderKind
  /** Null for a goal, and for a log outside of sessions. */
  session: { title: string; slug: string } | null
  /** The series that the session is a date of; null without one. */
  series: { title: string; slug: string } | null
  /** The goal that someone cheered or that is due; null for other kinds. */
  goal: { id: number; title: string; is_list: boolean } | null
  /** The title of the group that has a new session or proposed to attach an activity. */
  group: string | null
  /** The text that was published: its title, its path and the title of its author's page; null for other kinds. */
  item: { title: string; path: string; author: string } | null
  /** The activity that is new or has new sessions, or that the group proposed to attach. */
  activity: { title: string; slug: string } | null
  /** The username of the person who did it last. */
  actor: string | null
  /** What a moderator decided about; null for other kinds. */
  report: AboutReport | null
  /** How often it happened since it was last read. */
  times: number
  /** The start of the session, the end of the offer, or when the event happened last, in ms since 1970. */
  at: number
}

/**
 * Returns the line of a reminder.
 * @param now when it is shown; without it the line contains no time
 */
export function wordsOfReminder(
  { kind, session, series, goal, group, item, activity, report, actor, times, at }: ReminderFacts,
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
    case 'followed_news':
      if (item) return `${item.author} published “${item.title}”`
      if (!activity) return `${who} made a new session: ${where}`
      return times > 1
        ? `${times} new sessions of ${activity.title}, the last by ${who}`
        : `${who} made a new session of ${activity.title}`
    case 'followed_activity':
      return `${who} made a new activity: ${activity?.title ?? ''}`
    case 'place_offered':
      return now === undefined || at <= now
        ? `A place in ${where} was offered to you`
        : `A place in ${where} is yours for ${minutesUntil(at, now)}`
    case 'place_free':
      return `A place in ${where} is free. The first press gets it`
    case 'waitlist_ended':
      return `The host ended the waitlist of ${where}`
    case 'place_unpaid':
      return `You have no tokens for ${where}. Without one at its start, your place goes to someone else`
    case 'series_asks':
      return `Does ${series?.title ?? where} go on? You haven’t opened its last three dates`
    case 'series_stopped':
      return `${series?.title ?? where} has no more dates for now`
    case 'series_changed':
      return `${series?.title ?? where} repeats differently now. Look at its next dates`
    case 'your_turn':
      return `It’s your turn in ${where}`
    case 'goal_due':
      return `Time for “${goal?.title ?? 'your goal'}”`
    case 'post_reply':
      return times > 1
        ? `${times} new replies to your post in ${where}, the last by ${who}`
        : `${who} replied to your post in ${where}`
    case 'log_cheer': {
      const what = goal ? `your goal “${goal.title}”` : session ? `your log in ${where}` : 'your log'
      return times > 1 ? `${times} new cheers for ${what}, the last by ${who}` : `${who} cheered ${what}`
    }
    case 'proposal_declined':
      return `${who} declined to move ${activity?.title ?? 'an activity'} into ${group ?? 'your group'}`
    case 'report_decided':
      return `Thanks for your report. ${report ? outcomeOf(report) : 'A moderator looked at it.'}`
    case 'content_decided':
      return report ? newsOf(report) : 'A moderator looked at something of yours'
  }
}

/** Whether a reminder is about the whole series of its session. */
function isAboutSeries(kind: ReminderKind): boolean {
  return kind === 'series_asks' || kind === 'series_stopped' || kind === 'series_changed'
}

/** Returns the path of the page that a reminder opens. */
export function pathOfReminder({
  kind,
  session,
  series,
  goal,
  item,
  activity,
  report
}: Pick<ReminderFacts, 'kind' | 'session' | 'series' | 'goal' | 'item' | 'activity' | 'report'>): string {
  if (report) return report.path ?? '/my/inbox'
  if (item) return item.path
  if (activity && kind === 'followed_news') return `/activities/${activity.slug}/sessions`
  if (activity) return `/activities/${activity.slug}`
  if (goal) return `/my/goals/${goal.id}`
  if (series && isAboutSeries(kind)) return `/series/${series.slug}`
  if (!session) return '/my/logs'
  const page = `/sessions/${session.slug}`
  if (kind === 'post_reply') return `${page}/hut`
  return kind === 'log_cheer' ? `${page}/logs` : page
}

function outcomeOf({ kind, status }: AboutReport): string {
  return status === 'hidden' || status === 'deleted'
    ? `A moderator removed the ${KIND_WORDS[kind]}.`
    : `A moderator looked at the ${KIND_WORDS[kind]} and left it as it is.`
}

function newsOf({ kind, status, reason, is_by_rule }: AboutReport): string {
  if (status !== 'hidden') return `Everyone can see your ${KIND_WORDS[kind]} again`
  return is_by_rule
    ? `Your ${KIND_WORDS[kind]} is hidden until a moderator looks at it`
    : `A moderator hid your ${KIND_WORDS[kind]}: ${REASON_WORDS[reason ?? 'other']}`
}

function minutesUntil(at: number, now: number): string {
  return plural(Math.max(1, Math.round((at - now) / 60_000)), 'minute')
}
