/** Creates a session: a quick start from an activity, or one without an activity (D-70, D-71, SES-092). */
import { listingCheck } from '../../domain/accounts/may-call.ts'
import { canEditActivity } from '../../domain/activities/activity.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { keepRun } from '../../domain/activities/schedule.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { SessionWish } from '../../domain/sessions/builder-api.ts'
import { DEFAULT_DURATION } from '../../domain/sessions/length.ts'
import { freeCheck } from '../../domain/sessions/people/permissions.ts'
import { begin, type SessionState, scheduled } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { checkByHand, checkDuration, checkStart } from '../../domain/sessions/times.ts'
import { type ActivityRow, getActivity, markUsed } from '../activities/activity-rows.ts'
import { checkedPlan, codeFor, EMPTY, type Planned, requireTerm } from '../activities/planned.ts'
import { getTerms } from '../browse/term-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkMove } from '../groups/group-rows.ts'
import { dateOf, given } from '../lib/given.ts'
import { safeHtml } from '../lib/html.ts'
import { NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import type { SessionRow } from '../realtime/room-rows.ts'
import { requireSessionTokens } from '../tokens/ledger-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { noteSessionNews } from './queries.ts'
import { findSlugByKey, insertSession } from './session-rows.ts'

export interface NewSession {
  activity: string | null
  title: string
  started_at: string | null
  /** Gives the duration if that is missing. */
  ended_at: string | null
  duration: number | null
  /** Waits for the host instead of beginning now. */
  manual: boolean
  /** Whether the call asked for a manual start explicitly. */
  byHand: boolean
  clientUuid: string | null
  /** With a key, a second call returns the session that the first one made. */
  key: RequestKey | null
  /** Settings of the whole form that the quick form lacks. Missing ones come from the activity. */
  settings?: Partial<Settings>
  plan?: Partial<Plan>
  /** Whether people can join as guests, if the host of the repeated session has chosen. */
  guests?: Pick<SessionRow, 'guests' | 'guests_chat'>
  /** The id of the session that this one repeats. */
  againOf?: number
}

/** The settings and the plan in the whole form of a new session. */
export function formOf(wish: SessionWish) {
  const { content, term_id, hut_id: group_id, difficulty, participant_limit, join_code, donation_link } = wish
  const { needs_code, is_preset, unlisted, is_free, parts, tasks, timers } = wish
  const flags = { needs_code, is_preset, unlisted, is_free }
  return {
    settings: {
      ...given({ content, term_id, group_id, difficulty, participant_limit, join_code, donation_link }),
      ...given(mapValues(flags, flag => (flag === undefined ? undefined : Boolean(flag))))
    },
    plan: given({ parts, tasks, timers })
  }
}

type Settings = Omit<Planned, 'title' | 'plan' | 'duration'> & { is_free: boolean }

/**
 * Starts now, or later when a start is given (SES-016, SES-017). The creator becomes host free of charge, but must be
 * able to pay for a join (D-75). Returns the slug.
 */
export function createSession(deps: Dependencies, viewer: SignedIn, wish: NewSession): Promise<string> {
  const find = (known: string) => findSlugByKey(deps.db, viewer.id, known)
  return once(
    wish.key,
    'sessions_request',
    find,
    ({ slug }) => slug,
    () => makeSession(deps, viewer, wish)
  )
}

async function makeSession(deps: Dependencies, viewer: SignedIn, wish: NewSession): Promise<string> {
  const { db, clock } = deps
  const now = clock.now()
  const activity = wish.activity ? await getActivity(deps, wish.activity, null) : null
  const title = wish.title || activity?.title
  if (!title) return refuse(invalid('challenge.title', 'Please set the challenge title.'))
  const duration = wish.duration ?? durationBetween(wish.started_at, wish.ended_at, now) ?? DEFAULT_DURATION
  const refusal =
    checkDuration(duration) ?? checkStart(wish.started_at, now) ?? checkByHand(wish.byHand, wish.started_at)
  if (refusal) refuse(refusal)

  const settings = await settingsOf(deps, viewer, activity, wish.settings ?? {})
  // A template exists to be copied, so it never runs by itself.
  const asked = { ...wish, manual: wish.manual || settings.is_preset }
  // Only people who may change the activity get its hidden groups in their sessions (D-98).
  const plan = activity ? planSeenBy(activity.plan, canEditActivity(activity, viewer)) : NO_PLAN
  const state = firstState(asked, duration, planOf(asked, plan, now), now)
  const slug = await withFreeSlug('sessions_slug_key', () =>
    db.transaction(async tx => {
      // People who may start a session of an activity may leave it in the activity's group, or in none.
      const from = activity?.group_id ?? null
      if (settings.group_id !== null) await checkMove(tx, viewer, viewer.id, { from, to: settings.group_id })
      const at = new Date(now)
      const row = await insertSession(
        tx,
        {
          ...settings,
          ...wish.guests,
          user_id: viewer.id,
          activity_id: activity?.id ?? null,
          activity_title: activity?.title ?? '',
          again_of: wish.againOf ?? null,
          // Two sessions of one activity share a title; five random characters tell them apart.
          slug: slugFor(title, true, 'session'),
          title,
          duration,
          plan: state.plan,
          status: state.status,
          is_manually_started: Boolean(state.is_manually_started),
          started_at: dateOf(state.started_at),
          ended_at: dateOf(state.ended_at),
          ...(wish.key ?? NO_KEY),
          created_at: at,
          updated_at: at
        },
        wish.clientUuid
      )
      await noteUses(tx, { session_id: row.id }, viewer.id, textsOf({ ...settings, plan: state.plan }))
      if (!settings.is_preset) await noteSessionNews(tx, row.id)
      // Locks the balance last, as everywhere: another transaction may hold a room while it waits for this balance.
      await requireSessionTokens(tx, deps, viewer.id)
      return row.slug
    })
  )
  if (activity) await markUsed(db, activity.id, viewer.id)
  return slug
}

function durationBetween(startedAt: string | null, endedAt: string | null, now: number): number | null {
  if (endedAt === null) return null
  return Math.round((Date.parse(endedAt) - (startedAt === null ? now : Date.parse(startedAt))) / 1000)
}

function firstState(wish: NewSession, duration: number, plan: Plan, now: number): SessionState & { plan: Plan } {
  const waiting: SessionState & { plan: Plan } = {
    status: SessionStatus.NotStarted,
    started_at: wish.started_at,
    ended_at: null,
    duration,
    is_manually_started: wish.manual && wish.started_at === null,
    plan
  }
  if (wish.started_at !== null && Date.parse(wish.started_at) > now) return scheduled(waiting)
  return waiting.is_manually_started ? waiting : begin({ ...waiting, started_at: null }, now)
}

const NO_PLAN: Plan = { parts: [], tasks: [], timers: [] }

/** A session has its own copy of the plan, so that the activity may change or be deleted (D-64). */
function planOf(wish: NewSession, of: Plan, now: number): Plan {
  // Clears the facts of a run, which only commands may write.
  const plan = keepRun({ ...of, ...wish.plan }, { parts: [] })
  const isManual = wish.manual && wish.started_at === null
  const startedAt = wish.started_at ?? (isManual ? null : new Date(now).toISOString())
  return checkedPlan(plan, { startedAt, isManual }, of)
}

async function settingsOf(
  { db }: Dependencies,
  viewer: SignedIn,
  activity: ActivityRow | null,
  wish: Partial<Settings>
): Promise<Settings> {
  const { content, participant_limit, difficulty, term_id, group_id, needs_code, donation_link, unlisted } =
    activity ?? EMPTY
  // The code opens other sessions too, so people who may not see it in the activity get a new one (D-77).
  const join_code = activity && canEditActivity(activity, viewer) ? activity.join_code : null
  const copied = {
    ...{ content, participant_limit, difficulty, term_id, group_id, needs_code, join_code, donation_link },
    unlisted
  }
  const settings = { ...copied, is_preset: false, is_manually_started: false, is_free: false, ...wish }
  requireTerm(await getTerms(db), settings.term_id)
  const refusal = freeCheck(viewer, false, settings.is_free) ?? listingCheck(viewer, !settings.unlisted)
  if (refusal) refuse(refusal)
  return {
    ...settings,
    content: safeHtml(settings.content),
    join_code: codeFor(settings.needs_code, settings.join_code)
  }
}

function mapValues<Key extends string, From, To>(fields: Record<Key, From>, map: (value: From) => To): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(fields).map(([key, value]) => [key, map(value)])) as Record<Key, To>
}
