import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../domain/calendar/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import {
  chooseForFeed,
  deleteToken,
  type FeedRow,
  findFeed,
  findFeedByToken,
  saveToken
} from '../accounts/calendar-feed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { given } from '../lib/given.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { toIcs } from './ics.ts'
import { listGoalEvents, listUnitEvents } from './own-rows.ts'
import { findEvent, listEventsOf } from './queries.ts'
import { findSeriesEvents, listSeriesEventsOf } from './series-rows.ts'

const HIDDEN = { schema: { hide: true } as object }

export async function calendarRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps
  // The token is in the query string, because query strings are not logged.
  const wire = (row: Pick<FeedRow, 'token' | 'has_goals' | 'has_programmes'> | null) => ({
    feed: row && `/my/calendar.ics?key=${row.token}`,
    has_goals: row?.has_goals ? (1 as const) : (0 as const),
    has_programmes: row?.has_programmes ? (1 as const) : (0 as const)
  })
  const send = (reply: FastifyReply, text: string) => reply.type('text/calendar; charset=utf-8').send(text)

  bindSignedIn(app, deps, api.getCalendarFeed, async ({ viewer }) => wire(await findFeed(db, viewer.id)))

  bindSignedIn(app, deps, api.makeCalendarFeed, async ({ viewer }) => {
    const token = randomBytes(24).toString('base64url')
    return wire(await saveToken(db, viewer.id, token, dateAt(clock)))
  })

  bindSignedIn(app, deps, api.deleteCalendarFeed, async ({ viewer }) => {
    await deleteToken(db, viewer.id)
    return wire(null)
  })

  bindSignedIn(app, deps, api.updateCalendarFeed, async ({ viewer, body }) => {
    const { has_goals, has_programmes } = body
    const sent = given({
      has_goals: has_goals === undefined ? undefined : has_goals === 1,
      has_programmes: has_programmes === undefined ? undefined : has_programmes === 1
    })
    if (Object.keys(sent).length > 0) await chooseForFeed(db, viewer.id, sent)
    const row = await findFeed(db, viewer.id)
    return row ? wire(row) : refuse({ kind: 'notFound', message: 'Make a private address first.' })
  })

  app.get<{ Querystring: { key?: unknown } }>(
    '/my/calendar.ics',
    { ...HIDDEN, ...OPEN },
    async ({ query: { key } }, reply) => {
      const found = typeof key === 'string' ? await findFeedByToken(db, key) : null
      if (found === null) return refuse({ kind: 'notFound', message: 'This calendar is no longer there.' })
      const now = clock.now()
      const series = await listSeriesEventsOf(db, found.user_id)
      const [sessions, goals, units] = await Promise.all([
        listEventsOf(db, found.user_id, now, series.begins),
        found.has_goals ? listGoalEvents(db, found, now) : [],
        found.has_programmes ? listUnitEvents(db, found, now) : []
      ])
      return send(
        reply,
        toIcs([...series.events, ...sessions, ...goals, ...units], `My sessions · ${config.hut.name}`, config)
      )
    }
  )

  app.get<{ Params: { series: string } }>('/series/:series/calendar.ics', HIDDEN, async ({ params }, reply) => {
    const events = await findSeriesEvents(db, params.series)
    if (events.length === 0) return refuse({ kind: 'notFound', message: 'This series makes no more dates.' })
    return send(reply, toIcs(events, null, config))
  })

  app.get<{ Params: { event: string } }>('/sessions/:event/calendar.ics', HIDDEN, async ({ params }, reply) => {
    // Responds with 404 for an unknown or cancelled session.
    await getSessionId({ db }, params.event)
    const event = await findEvent(db, params.event)
    if (!event)
      return refuse({
        kind: 'notFound',
        message: 'There’s no such session, or it has no start time yet.'
      })
    void reply.header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(event.path.split('/').at(-1) ?? '')}.ics`
    )
    return send(reply, toIcs([event], null, config))
  })
}
