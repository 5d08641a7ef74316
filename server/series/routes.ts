import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/series/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { bindPage, Moved } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { changeRule } from './change-rule.ts'
import { countMyDates, listDates } from './date-rows.ts'
import { followDate } from './following.ts'
import { findRegulars } from './regular-rows.ts'
import { comeEveryTime, stopComing } from './regulars.ts'
import { continueSeries, endSeries, getSeries, getVisibleSeries, makeSeries, showSeries } from './series.ts'
import { findNext } from './series-rows.ts'
import { isWatching, setWatching } from './watcher-rows.ts'

export async function seriesRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindPage(app, deps, api.seriesPage, async ({ params, viewer, query, isAlias }) => {
    const row = await getVisibleSeries(deps, params.series, viewer)
    const next = isAlias ? await findNext(deps.db, row.id) : null
    if (next !== null) throw new Moved(`/sessions/${next}`)
    const viewerId = viewer?.id ?? null
    const of = { seriesId: row.id, viewerId, isHost: viewerId === row.user_id, now: new Date(deps.clock.now()) }
    const [series, regulars, coming, past, my_dates, watches] = await Promise.all([
      showSeries(deps, row, viewer),
      findRegulars(deps.db, row.id, viewerId),
      listDates(deps.db, of, null),
      listDates(deps.db, of, sliceOf(query, deps.config.perPage)),
      countMyDates(deps.db, row.id, viewerId),
      isWatching(deps.db, row.id, viewerId)
    ])
    const { repeats, every, weekdays, until, count, zone } = row
    const pattern = of.isHost ? { repeats, every, weekdays, until, count, zone } : null
    return { series, pattern, regulars, is_watching: watches ? (1 as const) : (0 as const), coming, my_dates, past }
  })
  bindSignedIn(app, deps, api.makeSeries, async ({ params, viewer, body, key }) => {
    await deps.take(viewer, { sessions: 1 })
    const id = await getSessionId(deps, params.event, viewer)
    return { series: await makeSeries(deps, viewer, id, body, key), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.changeRule, async ({ params, viewer, body }) => {
    const { preview, was, ...wish } = body
    const id = await getSessionId(deps, params.event, viewer)
    if (preview !== 1) await deps.take(viewer, { seriesChanges: 1 })
    const outcome = await changeRule(deps, viewer, id, wish, { isPreview: preview === 1, was })
    return { ...outcome, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.followDate, async ({ params, viewer }) => {
    await deps.take(viewer, { seriesChanges: 1 })
    await followDate(deps, viewer, await getSessionId(deps, params.event, viewer))
    return NO_ERROR
  })
  bindSignedIn(app, deps, api.continueSeries, async ({ params, viewer }) => {
    await deps.take(viewer, { seriesChanges: 1 })
    return { series: await continueSeries(deps, viewer, params.series), ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.endSeries, async ({ params, viewer }) => ({
    series: await endSeries(deps, viewer, params.series),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.comeEveryTime, async ({ params, viewer }) => {
    await deps.take(viewer, { regularPlaces: 1 })
    await comeEveryTime(deps, viewer, params.series)
    return NO_ERROR
  })
  bindSignedIn(app, deps, api.watchSeries, async ({ params, viewer, body }) => {
    const { id } = await getVisibleSeries(deps, params.series, viewer)
    await setWatching(deps.db, id, viewer.id, body.is_on === 1, new Date(deps.clock.now()))
    return NO_ERROR
  })
  bindSignedIn(app, deps, api.stopComing, async ({ params, viewer }) => {
    await stopComing(deps, (await getSeries(deps, params.series)).id, viewer.id)
    return NO_ERROR
  })
}
