/** Actions on programmes. The pages show the response at once. */
import * as api from '../../domain/programmes/api.ts'
import { planOfUnit, secondsOfUnit } from '../../domain/programmes/unit-plan.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { plannedLength } from '../../domain/sessions/length.ts'
import { todayPage } from '../../domain/today/api.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { changePages, reloadAllPages } from '../lib/page-cache.ts'

/** Ticks a unit, or takes that back, on each page that shows it. */
export async function tickUnit(id: number, unit: { week: number; unit: number }, done: 0 | 1): Promise<void> {
  const { follow } = await call(api.tickUnit, {
    params: { follow: String(id) },
    body: { week: unit.week, unit: unit.unit, done }
  })
  changePages(api.followPage, data => (data.follow.id === id ? { ...data, follow } : data))
  changePages(todayPage, data => ({
    ...data,
    programmes: (data.programmes ?? []).map(one =>
      one.id === id && one.unit.week === unit.week && one.unit.unit === unit.unit
        ? { ...one, is_done: done, done: one.done + (done === one.is_done ? 0 : done ? 1 : -1) }
        : one
    )
  }))
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
