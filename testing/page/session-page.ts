/** A session's page as the server returns it: one group of parts with an interval, two goals, host ada. */
import { type PartGroup, part as partFields, task as taskFields } from '../../domain/activities/plan.ts'
import type { ChatMessage } from '../../domain/chat/api.ts'
import type { RecentLog } from '../../domain/cheers/api.ts'
import type { Answers, Participant, Session, SessionData, SessionTask } from '../../domain/sessions/api.ts'
import type { Today } from '../../domain/sessions/days.ts'

export const START = Date.parse('2026-05-01T10:00:00Z')

export function person(username: string, more: Partial<Participant> = {}): Participant {
  return {
    username,
    client_uuid: null,
    role: 0,
    is_ready: 0,
    is_creator: 0,
    was_host: 0,
    joined_at: new Date(START - 60_000).toISOString(),
    completed_at: null,
    task_totals: {},
    task_action_totals: {},
    ...more
  }
}

export const HOST_ADA = person('ada', { role: 1, is_creator: 1 })

export const WATER = uuid(1)
export const FOCUS = uuid(2)

export function sessionOf(more: Partial<Session> = {}): Session {
  return {
    kind: 'session',
    id: 7,
    slug: 'study-hall',
    title: 'Study hall',
    path: '/sessions/study-hall',
    status: 1,
    is_preset: 0,
    is_joined: 0,
    needs_code: 0,
    is_manually_started: 1,
    participant_limit: null,
    participants_count: 1,
    held_places: 0,
    started_at: new Date(START).toISOString(),
    ended_at: new Date(START + 3_600_000).toISOString(),
    paused_since: null,
    duration: 3600,
    difficulty: null,
    category_name: null,
    hut_slug: null,
    hut_title: null,
    remaining: null,
    content: '<p>Bring <strong>tea</strong>.</p>',
    started_at_obj: null,
    donation_link: '',
    unlisted: 0,
    join_code: null,
    is_free: 0,
    can_join: 1,
    paused_at: null,
    paused_seconds: 0,
    chat_locked: 0,
    guests: 0,
    guests_chat: 0,
    hut_id: null,
    challenge: { slug: 'study', title: 'Study', path: '/activities/study' },
    parts: [group()],
    tasks: [
      {
        ...groupOf(uuid(21)),
        type: 'task',
        parts: [taskOf(WATER, 'Drink water', { amount: 6, unit: 'glasses' }), taskOf(FOCUS, 'Focus', { duration: 600 })]
      }
    ],
    timers: [],
    quick_log_buttons: [],
    my_goals: [],
    messages: [],
    logs: [],
    summary: { participants: 1, logs: 0, tasks: {} },
    seq: 3,
    revision: 0,
    ...more
  }
}

type WholePage = SessionData & { recent_logs: RecentLog[]; today: Today | null; answers: Answers }

/** The page as its host ada sees it, unless `more` changes that. */
export function roomOf(
  session: Partial<Session> = {},
  more: Partial<SessionData & { answers: Answers }> = {}
): WholePage {
  const { participants = [HOST_ADA] } = more
  return {
    challengeEvent: sessionOf(session),
    participants,
    me: HOST_ADA,
    stays: participants.map(({ username, joined_at }) => ({ username, joined_at, left_at: null })),
    hut: null,
    breadcrumbs: [
      { title: 'Study', path: '/activities/study' },
      { title: 'Study hall', path: '/sessions/study-hall' }
    ],
    isOwner: true,
    again: null,
    isRemoved: false,
    waitlist: { is_open: 1, waiting: 0, mine: null },
    answers: { coming: [], declined: [], mine: null },
    recent_logs: [],
    today: null,
    ...more
  }
}

/** The page as a visitor or a non-member sees it. */
export function strangersRoom(session: Partial<Session> = {}): WholePage {
  return roomOf(session, { me: null, isOwner: false })
}

export function messageOf(
  id: number,
  username: string,
  content: string,
  client_uuid: string | null = null
): ChatMessage {
  const created_at = new Date(START + id * 1000).toISOString()
  return { id, content, messageable_type: 'challenge_event', messageable_id: 7, client_uuid, username, created_at }
}

export function taskOf(id: string, title: string, more: Partial<SessionTask> = {}): SessionTask {
  return {
    ...taskFields.parse({ uuid: id, title }),
    timers: [],
    status: 1,
    completed_at: null,
    amount_elapsed: 0,
    duration_elapsed: 0,
    distance_elapsed: 0,
    distance_remaining: null,
    active_log_id: null,
    activeLog: null,
    ...more
  }
}

/** Warm up 5 minutes, then eight times run and walk, a minute each. */
function group(): Session['parts'][number] {
  const nested = [
    { title: 'Run', duration: 60 },
    { title: 'Walk', duration: 60 }
  ]
  const timers = [{ uuid: uuid(12), title: '', is_interval: 1 as const, sets: 1, nested, duration: 0 }]
  return {
    ...groupOf(uuid(20)),
    type: 'part',
    parts: [
      { ...partFields.parse({ uuid: uuid(10), title: 'Warm up', duration: 300, task_uuids: [FOCUS] }), active: 0 },
      {
        ...partFields.parse({ uuid: uuid(11), order: 1, title: 'Run and walk', is_interval: 1, sets: 8, timers }),
        active: 0
      }
    ]
  }
}

function groupOf(id: string): Omit<PartGroup, 'type' | 'parts'> {
  return { uuid: id, title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 }
}

export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
