/** Actions on programmes. The pages show the response at once. */
import { dayOf, UTC } from '../../domain/lib/day.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import * as api from '../../domain/programmes/api.ts'
import { type DoneUnit, placeOn, withTick } from '../../domain/programmes/progress.ts'
import { planOfUnit, secondsOfUnit } from '../../domain/programmes/unit-plan.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { plannedLength } from '../../domain/sessions/length.ts'
import { todayPage } from '../../domain/today/api.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { changePages, reloadAllPages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { outboxFor, retry } from '../outbox/outbox.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** Ticks wait in the outbox, those of a programme in order. Each states its new value, so it may arrive twice. */
const ticks = outboxFor<typeof api.tickUnit, null>(api.tickUnit, {
  delivered({ body }, { follow }) {
    changePages(api.followPage, data => (data.follow.id === follow.id ? { ...data, follow } : data))
    changePages(todayPage, data => ({
      ...data,
      programmes: (data.programmes ?? []).map(one => (one.id === follow.id ? withDone(one, body) : one))
    }))
  },
  refused({ key, text }, error) {
    toast.error(`“${text}” wasn’t saved. ${messageOf(error)}`, {
      action: { label: 'Try again', run: () => retry(key) }
    })
  }
})

interface TickedUnit {
  week: number
  unit: number
  title: string
}

/** Ticks a unit, or takes that back, on each page that shows it. */
export function tickUnit(id: number, { week, unit, title }: TickedUnit, done: 0 | 1): void {
  const text = done ? `Done: ${title}` : `Not done: ${title}`
  ticks.add({ params: { follow: String(id) }, body: { week, unit, done }, text, seen: null, scope: `programme ${id}` })
}

/** The ticks of a programme that the server has not confirmed, in order. */
function useWaitingTicks(id: number) {
  return ticks.useWaiting().filter(({ params }) => params?.follow === String(id))
}

/** A programme with the ticks that wait. */
export function useTicked(follow: api.Follow): api.Follow {
  const user = useUser() ?? UTC
  const { weeks, pauses } = follow
  const done = useWaitingTicks(follow.id).reduce<readonly DoneUnit[]>((before, { body, doneAt }) => {
    const day = dayOf(doneAt, user)
    return withTick(before, placeOn(weeks, follow, pauses, day), { ...body, isDone: Boolean(body.done), day })
  }, follow.done)
  return { ...follow, done: [...done] }
}

/** The unit of today with the ticks that wait. */
export function useTickedToday(one: api.ProgrammeOfToday): api.ProgrammeOfToday {
  return useWaitingTicks(one.id).reduce((before, { body }) => withDone(before, body), one)
}

function withDone(one: api.ProgrammeOfToday, tick: CallOf<typeof api.tickUnit>['body']): api.ProgrammeOfToday {
  const isSame = one.unit.week === tick.week && one.unit.unit === tick.unit
  const is_done = tick.done ? 1 : 0
  return isSame ? { ...one, is_done, done: one.done + is_done - one.is_done } : one
}

export async function goToWeek(id: number, week: number): Promise<void> {
  await call(api.goToWeek, { params: { follow: String(id) }, body: { week } })
  await reloadAllPages()
}

/** Makes a session of a unit, open for everyone with its address, and returns that address. */
export async function startTogether(title: string, text: string, key: string): Promise<string> {
  const plan = planOfUnit(text, randomUuid)
  const duration = plannedLength(secondsOfUnit(text))
  const { event } = await call(storeSession, { body: { challenge: { title, duration, unlisted: 1, ...plan } }, key })
  return event.path
}
