/** The form of an activity or session, and the request bodies made from it. Activities leave the dates empty. */

import dayjs from 'dayjs'
import type { storeActivity } from '../../domain/activities/builder-api.ts'
import type { Plan, START_POINTS } from '../../domain/activities/plan.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import type { SessionDraft, storeSession, updateSession } from '../../domain/sessions/builder-api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'

export type Form = SessionDraft
export type Kind = 'activity' | 'session'

type ActivityBody = CallOf<typeof storeActivity>['body']['challenge']
type NewSession = CallOf<typeof storeSession>['body']['challenge']
type SessionBody = CallOf<typeof updateSession>['body']['challenge']

/** Makes the form from a page's data, with items sorted by their order. */
export function formOf(draft: Omit<Form, 'started_at' | 'ended_at' | 'is_free'> & Partial<Form>): Form {
  const { started_at = null, ended_at = null, is_free = 0 } = draft
  const inOrder = <Item extends { order: number }, Group extends { parts: Item[] }>(group: Group): Group => ({
    ...group,
    parts: group.parts.toSorted((a, b) => a.order - b.order)
  })
  return {
    ...draft,
    started_at,
    ended_at,
    is_free,
    parts: draft.parts.map(inOrder),
    tasks: draft.tasks.map(inOrder)
  }
}

export function activityBody(form: Form): ActivityBody {
  return { title: form.title, duration: form.duration, ...settingsOf(form), ...planOf(form) }
}

/** Without a start date, the session begins when it is saved, unless it waits for its host. */
export function newSessionBody(form: Form): NewSession {
  return {
    title: form.title,
    duration: form.duration,
    started_at: form.started_at,
    ...settingsOf(form),
    ...planOf(form)
  }
}

export function sessionBody(form: Form, status: 0 | 1 | 2): SessionBody {
  const body = { title: form.title, ...settingsOf(form), ...planOf(form) }
  // An ended session keeps its times. The length of a running one can change.
  if (status === SessionStatus.Ended) return body
  return status === SessionStatus.Running
    ? { ...body, duration: form.duration }
    : { ...body, duration: form.duration, started_at: form.started_at }
}

function settingsOf(form: Form) {
  const { content, term_id, participant_limit, needs_code, join_code, donation_link, is_manually_started } = form
  return {
    content,
    term_id,
    difficulty: form.difficulty as 3 | 4 | 6 | null,
    participant_limit,
    needs_code,
    join_code: needs_code ? join_code : null,
    donation_link,
    is_manually_started,
    is_preset: form.is_preset,
    unlisted: form.unlisted,
    hut_id: form.hut_id
  }
}

/** Numbers the items, and leaves out empty items of checklists. */
function planOf({ parts, tasks, timers }: Plan): Plan {
  return {
    parts: parts.map(group => ({ ...group, parts: group.parts.map((part, order) => ({ ...part, order })) })),
    tasks: tasks.map(group => ({
      ...group,
      parts: group.parts.map((task, order) => ({
        ...task,
        order,
        list: task.list.filter(item => item.title.trim() !== '')
      }))
    })),
    timers
  }
}

/** The labels of start points (BLD-44..BLD-46). */
export const START_LABELS: Record<(typeof START_POINTS)[number], string> = {
  after_previous_ends: 'After previous event ends',
  before_previous_ends: 'Before previous event ends',
  after_previous_starts: 'After previous event starts'
}

/** The label of the button that saves a new session (D-136). */
export function startText({ started_at, is_manually_started, is_preset }: Form): string {
  if (is_preset) return 'Create template'
  if (started_at !== null) {
    const start = dayjs(started_at)
    const isSoon = start.isBefore(dayjs().add(6, 'day'))
    return `Schedule for ${start.format(isSoon ? 'ddd HH:mm' : 'ddd D MMM HH:mm')}`
  }
  return is_manually_started ? 'Create, start by hand' : 'Start now'
}
