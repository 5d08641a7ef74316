/**
 * Calls and pages of timed group sessions (SES-001..SES-142). The page says "session"; the documented paths and keys
 * say `challenge-events` and `challengeEvent` (D-38). Paths accept the id or the slug (D-40).
 */
import * as z from 'zod/mini'
import { guestName } from '../accounts/guest.ts'
import { user } from '../accounts/user.ts'
import { partFields, task } from '../activities/plan.ts'
import { breadcrumbs, card, hut } from '../browse/api.ts'
import { recentLog } from '../cheers/api.ts'
import { quickLogButton, timer } from '../goals/fields.ts'
import { timeZone } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import {
  date,
  flag,
  noError,
  responseDate,
  responseFlag,
  seconds,
  sentBody,
  text,
  title,
  uuid,
  whole
} from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { log } from '../logs/api.ts'
import { contentOrButtonNeeded, logFields, logStatus, sessionLogBody } from '../logs/fields.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { today } from './days.ts'
import { ALL_ANSWERS } from './people/answers.ts'

const taskTotals = z.object({
  amount: z.number(),
  distance: z.number(),
  duration: z.int(),
  /** uuids of the ticked items of a checklist. */
  list_progress: z.array(z.string())
})

export const participant = z.object({
  username: z.string(),
  client_uuid: z.nullable(z.string()),
  /** 1 = host. */
  role: z.int(),
  is_ready: responseFlag,
  /** The person created this session and gets a key icon (D-77). */
  is_creator: responseFlag,
  /** The person left the session as a host, and may host it again. */
  was_host: responseFlag,
  /** Turns follow the order of joining (D-93). */
  joined_at: responseDate,
  completed_at: z.nullable(responseDate),
  task_totals: z.record(z.string(), taskTotals),
  task_action_totals: z.record(z.string(), z.object({ amount: z.number(), distance: z.number(), duration: z.int() }))
})
export type Participant = z.output<typeof participant>

/** One person's time in a session. */
const stay = z.object({ username: z.string(), joined_at: responseDate, left_at: z.nullable(responseDate) })
export type SessionStay = z.output<typeof stay>

/** Totals of all participants, computed by the server (D-85). */
export const summary = z.object({
  participants: z.int(),
  logs: z.int(),
  tasks: z.record(z.string(), z.object({ amount: z.number(), distance: z.number(), duration: z.int() }))
})
export type Summary = z.output<typeof summary>

const sessionPart = z.object({ ...partFields.shape, active: responseFlag })
export const sessionTask = z.object({
  ...task.shape,
  /** The timers with their state in my running log. */
  timers: z.array(z.object({ ...timer.shape, setsRemaining: z.int(), active: responseFlag })),
  status: z.int(),
  completed_at: z.nullable(responseDate),
  amount_elapsed: z.number(),
  duration_elapsed: z.int(),
  distance_elapsed: z.number(),
  distance_remaining: z.nullable(z.number()),
  active_log_id: z.nullable(z.int()),
  activeLog: z.nullable(log)
})
export type SessionTask = z.output<typeof sessionTask>

const groupShape = {
  uuid: z.string(),
  title: z.string(),
  linked: responseFlag,
  auto_start: responseFlag,
  hidden: responseFlag,
  sets: z.int()
}

export const session = z.object({
  ...card.shape,
  /** How many of `participants_count` are places that others hold by an offer of the waitlist (D-151). */
  held_places: z.int(),
  content: z.string(),
  started_at_obj: z.nullable(responseDate),
  donation_link: z.string(),
  /** Sent to hosts and admins only (D-77). */
  join_code: z.nullable(z.string()),
  is_free: responseFlag,
  can_join: responseFlag,
  /** 1: no list or search shows it, but anyone with the address can open it (D-159). */
  unlisted: responseFlag,
  /** 1 when a moderator hid it: only its author and moderators see it. Absent otherwise (D-149). */
  is_hidden: z.optional(responseFlag),
  /** When a host paused the whole session; null while it is not paused. */
  paused_at: z.nullable(responseDate),
  /** Seconds of all earlier pauses of the whole session. */
  paused_seconds: z.number(),
  /** A host has locked the chat. */
  chat_locked: responseFlag,
  /** Whether people without an account can join as guests, and whether guests can chat (D-152). */
  guests: responseFlag,
  guests_chat: responseFlag,
  hut_id: z.nullable(z.int()),
  /** The activity of the session; null for a session without one. */
  challenge: z.nullable(z.object({ slug: z.string(), title: z.string(), path: z.string() })),
  /** The series that it is a date of. Absent for a session that does not repeat (D-150). */
  series: z.optional(
    z.object({
      slug: z.string(),
      path: z.string(),
      /** Such as "Every Tuesday at 19:00". */
      rule: z.string(),
      /** 1 when I come every time. */
      is_regular: responseFlag
    })
  ),
  parts: z.array(z.object({ ...groupShape, type: z.literal('part'), parts: z.array(sessionPart) })),
  tasks: z.array(z.object({ ...groupShape, type: z.literal('task'), parts: z.array(sessionTask) })),
  timers: z.array(timer),
  quick_log_buttons: z.array(quickLogButton),
  my_goals: z.array(z.unknown()),
  messages: z.array(z.unknown()),
  logs: z.array(z.unknown()),
  summary,
  /** The number of the last live event: the page asks for the events after it (D-105). */
  seq: z.int(),
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Session = z.output<typeof session>

/** The waitlist of a session, as the viewer sees it (D-151). */
const waitlist = z.object({
  /** 0 when a host has ended it. */
  is_open: responseFlag,
  /** How many people wait, also those with an offer. */
  waiting: z.int(),
  /** Null when I don't wait. */
  mine: z.nullable(
    z.object({
      /** My place in line, counted from 1. */
      position: z.int(),
      /** When the offer of a place to me ends; null without one. */
      offered_until: z.nullable(responseDate)
    })
  )
})
export type WaitlistState = z.output<typeof waitlist>

export const sessionData = z.object({
  challengeEvent: session,
  /** In order of joining, the first 500. */
  participants: z.array(participant),
  /** My own participation while I am in; null otherwise. */
  me: z.nullable(participant),
  /**
   * Everyone who has joined, including people who left, in order of joining: the turns depend on them (D-93). Null when
   * no part of the plan has turns.
   */
  stays: z.nullable(z.array(stay)),
  hut: z.nullable(hut),
  breadcrumbs,
  isOwner: z.boolean(),
  /** The repetition that someone made after the end of this session; null without one. */
  again: z.nullable(
    z.object({
      title: z.string(),
      path: z.string(),
      started_at: z.nullable(responseDate),
      /** The person who made it. */
      username: z.string()
    })
  ),
  /** A host removed me, so I cannot join again. */
  isRemoved: z.boolean(),
  waitlist
})
export type SessionData = z.output<typeof sessionData>

const path = '/sessions/:event'
const underActivity = '/activities/:challenge/events/:event'

/** What people said before the start. Empty after it, and for those who aren't in. */
const answers = z.object({
  /** Usernames, at most 500 each. */
  coming: z.array(z.string()),
  declined: z.array(z.string()),
  mine: z.nullable(z.literal(ALL_ANSWERS))
})
export type Answers = z.output<typeof answers>

export const sessionPage = page(path, {
  aliases: [underActivity],
  data: z.object({
    ...sessionData.shape,
    /** The newest logs that everyone may see, the newest first. */
    recent_logs: z.array(recentLog),
    /** The progress of today in a session that lasts for days; null for any other. */
    today: z.nullable(today),
    answers
  }),
  head: ({ challengeEvent: { title, content, started_at, ended_at }, breadcrumbs: trail }) => ({
    title,
    ...previewOf(content),
    ...(started_at ? { event: { starts: started_at, ends: ended_at } } : {}),
    trail
  })
})

/** The sessions that I have joined or host and not left, with any status, the newest start first (D-55). */
export const mySessionsPage = page('/my/sessions', {
  query: ['page'],
  data: z.object({ sessions: z.array(card) }),
  personal: 'My Sessions',
  head: () => ({ title: 'My Sessions' })
})
export const sessionLogsPage = page(`${path}/logs`, {
  aliases: [`${underActivity}/logs`],
  query: ['page'],
  data: z.object({ ...sessionData.shape, logs: z.array(log) }),
  head: data => ({ title: `${data.challengeEvent.title} · Logs` })
})

/** The number of logs in one slice of the time, counted from 0. */
const sliceLogs = z.object({ slice: z.int(), logs: z.int() })
const overTime = z.object({
  /** When the first slice begins. */
  from: responseDate,
  slice_seconds: z.int(),
  slice_count: z.int(),
  /** The logs of all people; slices without logs are left out. */
  slices: z.array(z.object({ ...sliceLogs.shape, people: z.int() })),
  /** The people with the most logs first; one more than `per_page` when there is a next page. */
  people: z.array(
    z.object({ username: z.string(), logs: z.int(), tasks: summary.shape.tasks, slices: z.array(sliceLogs) })
  )
})
export type OverTime = z.output<typeof overTime>

/**
 * The progress of people in a session over time. It has only totals, because single logs are private (D-103).
 * `over_time` is null before the end.
 */
export const sessionOverTimePage = page(`${path}/over-time`, {
  aliases: [`${underActivity}/over-time`],
  query: ['page'],
  data: z.object({ ...sessionData.shape, over_time: z.nullable(overTime) }),
  head: data => ({ title: `${data.challengeEvent.title} · Over Time` })
})

/** The short form of `storeSession` (`builder-api.ts`), which the whole one extends. */
export const quickStart = sentBody({
  /** Slug of the activity; null makes a session without one. */
  activity: z.optional(z.nullable(text(255))),
  challenge: z.object({
    title: z.optional(z.nullable(text(255))),
    started_at: z.optional(z.nullable(date)),
    ended_at: z.optional(z.nullable(date)),
    hut_id: z.optional(z.nullable(z.int())),
    duration: z.optional(z.nullable(seconds(10_000_000))),
    status: z.optional(z.literal([0, 1], 'Give status 0 or 1.')),
    is_manually_started: z.optional(z.union([z.literal([0, 1]), z.boolean()]))
  })
})

export const joinSession = endpoint('POST', '/api/challenge-events/:event/join', {
  summary: 'Join a session; one use, once a session', // D-72
  guests: true,
  query: z.object({ join_code: z.optional(text(100)) }),
  body: z.optional(z.nullable(sentBody({ join_code: z.optional(text(100)) }))),
  // The keys of the participant itself, and the participant as `participant`, as in other calls.
  response: z.object({ ...participant.shape, participant, ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'wrongCode', 'insufficientTokens', 'tooMany']
})

/**
 * The response sets the login cookie. A guest who is signed in joins with the name that they give now. A call with the key
 * of an earlier one returns the same guest.
 */
export const joinAsGuest = endpoint('POST', '/api/challenge-events/:event/guests', {
  summary: 'Join a session with a name and without an account, and sign in as a guest', // D-152
  keyed: true,
  body: sentBody({
    name: guestName,
    join_code: z.optional(z.nullable(text(100))),
    /** The browser's time zone; it decides where a day begins. */
    time_zone: z.optional(timeZone)
  }),
  response: z.object({ user, participant, ...noError }),
  refusals: ['forbidden', 'notFound', 'conflict', 'wrongCode', 'insufficientTokens', 'tooMany']
})

/** A host decides it for one session. The settings of the hut come first. */
export const setGuests = endpoint('PUT', '/api/challenge-events/:event/guests', {
  summary: 'The host says whether people can join as guests, and whether guests can chat', // D-152
  body: sentBody({ guests: flag, guests_chat: flag }),
  response: z.object({ guests: responseFlag, guests_chat: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

const simple = {
  body: z.optional(z.nullable(sentBody({}))),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
} as const

const waiting = z.object({ waitlist, ...noError })

export const joinWaitlist = endpoint('POST', '/api/challenge-events/:event/waitlist', {
  summary: 'Wait for a place in a full session; free, and twice is the same as once', // D-151
  body: z.optional(z.nullable(sentBody({ join_code: z.optional(z.nullable(text(100))) }))),
  response: waiting,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'wrongCode', 'tooMany']
})
export const leaveWaitlist = endpoint('DELETE', '/api/challenge-events/:event/waitlist', {
  summary: 'Wait no longer, and give up the place that is offered to me', // D-151
  whileHeld: true,
  response: waiting,
  refusals: ['unauthenticated', 'notFound']
})
export const listWaitlist = endpoint('GET', '/api/challenge-events/:event/waitlist', {
  summary: 'Who waits for a place, for the host and for those who wait', // D-151
  response: z.object({
    /** First in line first. */
    people: z.array(
      z.object({
        username: z.string(),
        since: responseDate,
        /** Why a host moved the person to the front; null when nobody did. */
        moved_reason: z.nullable(z.string()),
        offered_until: z.nullable(responseDate)
      })
    ),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})
export type WaitingPerson = z.output<typeof listWaitlist.response>['people'][number]
export const endWaitlist = endpoint('PUT', '/api/challenge-events/:event/waitlist', {
  summary: 'The host ends the waitlist or opens it again; offers last until their end', // D-151
  body: sentBody({ is_open: flag }),
  response: waiting,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
export const moveUp = endpoint('POST', '/api/challenge-events/:event/waitlist/:username/up', {
  summary: 'The host moves a person to the front of the line, with a reason that the list shows', // D-151
  body: sentBody({ reason: title(200, 'Please give a reason. Everyone who waits sees it.') }),
  response: z.object(noError),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

export const leaveSession = endpoint('POST', '/api/challenge-events/:event/leave', {
  summary: 'Leave; the place is free again, nothing is refunded', // D-73
  guests: true,
  ...simple,
  response: z.object(noError)
})
export const answerSession = endpoint('PUT', '/api/challenge-events/:event/answer', {
  summary: 'I come, or I can’t make it and my place is free again; everyone in the session sees it', // D-150
  guests: true,
  body: sentBody({ is_coming: flag }),
  response: z.object(noError),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
export const startSession = endpoint('POST', '/api/challenge-events/:event/start', {
  summary: 'The host starts a session that waits for it', // SES-067
  ...simple,
  body: z.optional(
    z.nullable(
      sentBody({
        /** Seconds until the start, which everyone's page counts down; by default it starts now. */
        countdown: z.optional(seconds(60))
      })
    )
  ),
  response: z.object({ event: session, ...noError })
})
export const endSession = endpoint('POST', '/api/challenge-events/:event/end', {
  summary: 'The host ends a running session for everyone', // D-74
  ...simple,
  response: z.object({ event: session, ...noError })
})

/** The documents do not name it. */
export const repeatSession = endpoint('POST', '/api/challenge-events/:event/again', {
  summary: 'Make an ended session again at another time, and invite those who took part',
  creates: 'sessions',
  keyed: true,
  body: sentBody({ started_at: date }),
  response: z.object({ event: session, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'insufficientTokens']
})

export const cancelSession = endpoint('DELETE', '/api/challenge-events/:event', {
  summary: 'The host cancels a session that has not begun; nothing is refunded, and twice is the same as once', // D-139
  response: z.object(noError),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** Ends the session for the calling participant only; it continues for the others (D-74). */
export const completeSession = endpoint('POST', '/api/challenge-events/:event/complete', {
  summary: 'A participant completes the session for themselves', // D-74
  guests: true,
  ...simple,
  response: z.object({ participant, ...noError })
})
/** The alias accepts only a session. */
export const userIsReady = endpoint('POST', '/api/challenge-events/:event/user-is-ready', {
  alias: { path: '/api/challenges/:challenge/user-is-ready' },
  summary: 'Ready or not: toggles, or sets when is_ready is sent; before the start only', // D-76
  guests: true,
  body: z.optional(z.nullable(sentBody({ is_ready: z.optional(flag) }))),
  response: z.object({ is_ready: responseFlag, participant, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
/** The alias accepts only a session. */
export const resetSession = endpoint('POST', '/api/challenge-events/:event/reset', {
  alias: { path: '/api/challenges/:challenge/reset' },
  summary: 'A site admin puts a session back to its beginning', // D-78
  ...simple,
  response: z.object({ event: session, ...noError })
})

/** Host commands on the parts of a running session. The documents do not name them. */
const partControl = { ...simple, response: z.object({ event: session, ...noError }) } as const
export const startPart = endpoint('POST', '/api/challenge-events/:event/parts/:part/start', {
  summary: 'Start a part by hand; in a linked group those before it are over', // the documents do not name it
  ...partControl
})
export const pausePart = endpoint('POST', '/api/challenge-events/:event/parts/:part/pause', {
  summary: 'Stop the clock of a running part', // D-94, the documents do not name it
  ...partControl
})
export const resumePart = endpoint('POST', '/api/challenge-events/:event/parts/:part/resume', {
  summary: 'Go on with a paused part; what follows shifts', // TMR-05, D-94, the documents do not name it
  ...partControl
})
export const completePart = endpoint('POST', '/api/challenge-events/:event/parts/:part/complete', {
  summary: 'End a part early where it allows that; the next follows', // D-98, the documents do not name it
  ...partControl
})
export const skipPart = endpoint('POST', '/api/challenge-events/:event/parts/:part/skip', {
  summary: 'Skip the rest of a part; the next begins, and the session ends with its last part', // D-94
  ...partControl,
  body: z.optional(
    z.nullable(
      sentBody({
        /** The set of the group when the host pressed, so that a second press does not skip another set. */
        set: z.optional(whole(1, 1000))
      })
    )
  )
})
export const takeBackSkip = endpoint('POST', '/api/challenge-events/:event/parts/:part/take-back-skip', {
  summary: 'Take a skip back, for half a minute and while nothing else has moved', // D-94
  ...partControl
})

/** Host commands on the clock of the whole session. The documents do not name them. */
export const pauseSession = endpoint('POST', '/api/challenge-events/:event/pause', {
  summary: 'The host stops the clock of the session, of its parts and of its timers', // D-94
  ...partControl
})
export const resumeSession = endpoint('POST', '/api/challenge-events/:event/resume', {
  summary: 'The host goes on with all of it; the end moves by the time paused', // D-94
  ...partControl
})
export const extendSession = endpoint('POST', '/api/challenge-events/:event/extend', {
  summary: 'The host gives the part that runs, and the session, more time', // D-94
  ...partControl,
  body: sentBody({
    minutes: whole(1, 60),
    /**
     * The end when the host pressed, so that a second press does not add time again. Without it every call adds time.
     */
    ended_at: z.optional(z.nullable(date))
  })
})

const hosting = {
  response: z.object({
    /** The participants whose role has changed. */
    participants: z.array(participant),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
} as const
export const shareHosting = endpoint('POST', '/api/challenge-events/:event/participants/:username/host', {
  summary: 'A host makes someone a host too, or in their own place', // SEC-41
  body: z.optional(z.nullable(sentBody({ instead_of_me: z.optional(flag) }))),
  ...hosting
})
export const takeBackHosting = endpoint('POST', '/api/challenge-events/:event/host', {
  summary: 'Who made the session, or left it as a host and is back, hosts it again', // D-73
  body: simple.body,
  ...hosting
})

/** The live state of a session for pages without a socket (D-67). `stream` sends the same as server-sent events. */
export const livePoll = z.object({
  participants: z.array(participant),
  content: z.string(),
  summary,
  started_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate),
  status: z.literal([0, 1, 2]),
  seq: z.int()
})
export type LivePoll = z.output<typeof livePoll>
/** Under `challenges`, an address names a session with `?type=event`, or when no activity has that name (D-67). */
export const typed = z.object({ type: z.optional(z.string()) })
export const pollSession = endpoint('GET', '/api/challenge-events/:event/poll', {
  alias: { path: '/api/challenges/:challenge/poll', query: typed },
  summary: 'How a session stands now', // D-67
  response: livePoll,
  refusals: ['notFound']
})
const prompt = z.object({
  edit_prompt: z.nullable(z.string()),
  part_uuid: z.nullable(z.string()),
  /** The username of the person who has the turn; null when everyone may contribute. */
  active_participant: z.nullable(z.string())
})
export const sessionPrompt = endpoint('GET', '/api/challenge-events/:event/prompt', {
  alias: { path: '/api/challenges/:challenge/prompt', query: typed },
  summary: 'The question of the editable part that runs now, else nulls', // D-67
  response: prompt,
  refusals: ['notFound']
})
/** Rich text; the response is the stored text. */
export const saveContent = endpoint('PUT', '/api/challenge-events/:event/save-content', {
  alias: { path: '/api/challenges/:challenge/save-content', query: typed },
  summary: 'The host replaces the text of the session, or of an editable part', // D-68
  richText: true,
  body: sentBody({
    content: text(50_000),
    part_uuid: z.optional(z.nullable(uuid)),
    /**
     * The revision of the session or of the part's text at the start of editing. An old one is refused with the newer
     * text (D-140).
     */
    revision: z.optional(z.nullable(z.int()))
  }),
  response: z.object({ content: z.string(), revision: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
/** Adds plain text as a paragraph with my name; the response is the part's whole text. */
export const contributeContent = endpoint('PUT', '/api/challenge-events/:event/contribute-content', {
  alias: { path: '/api/challenges/:challenge/contribute-content', query: typed },
  summary: 'A participant adds to an editable part that runs; with turns only whose turn it is', // D-68, TMR-07
  keyed: true,
  body: sentBody({
    content: title(5000, 'Please write something.'),
    part_uuid: uuid
  }),
  response: z.object({ content: z.string(), revision: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

const sessionLog = {
  response: z.object({
    id: z.int(),
    log,
    /** Null when a call is repeated after its person has left. */
    challenge_user: z.nullable(participant),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'insufficientTokens']
} as const

export const storeSessionQuickLog = endpoint('POST', '/api/challenge-events/:event/store-quick-log', {
  summary: 'Log progress on a goal of the session with one press', // SGL-25
  guests: true,
  keyed: true,
  timed: true,
  body: sentBody({
    ql_button_uuid: z.optional(z.nullable(uuid)),
    task_uuid: uuid,
    type: z.optional(z.literal('task')),
    /** By default active (1), which other people see (SGL-15, D-138). */
    status: z.optional(logStatus),
    ...logFields
  }).check(contentOrButtonNeeded),
  ...sessionLog
})
export const storeSessionLog = endpoint('POST', '/api/challenge-events/:event/logs', {
  summary: 'Add a log to the session', // SGL-18
  guests: true,
  keyed: true,
  timed: true,
  body: sessionLogBody,
  ...sessionLog
})
/** The documents list it with the posts, so `{challenge}` accepts a session here too (D-108). */
export const storeChallengeLog = endpoint('POST', '/api/challenges/:challenge/logs', {
  summary: 'Add a log to a session, or to the running one of an activity that I am in; returns the log itself', // ACT-099
  guests: true,
  keyed: true,
  timed: true,
  body: storeSessionLog.body,
  response: z.object({ ...log.shape, ...sessionLog.response.shape }),
  refusals: sessionLog.refusals
})
export const startTaskLog = endpoint('POST', '/api/challenge-events/:event/logs/tasks/:uuid/start', {
  summary: 'Start an active log on a goal of the session; while its timer is open that one is returned', // SGL-19
  guests: true,
  keyed: true,
  timed: true,
  body: sentBody({
    ...logFields,
    started_at: z.optional(z.nullable(date)),
    ended_at: z.optional(z.nullable(date))
  }),
  ...sessionLog
})
