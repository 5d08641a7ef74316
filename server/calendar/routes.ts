import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../domain/calendar/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { deleteToken, findPersonByToken, findToken, saveToken } from '../accounts/calendar-feed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { getSessionId } from '../sessions/session-rows.ts'
import { toIcs } from './ics.ts'
import { findEvent, listEventsOf } from './queries.ts'
import { findSeriesEvents, listSeriesEventsOf } from './series-rows.ts'

const HIDDEN = { schema: { hide: true } as object }

export async function calendarRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, config } = deps
  // The token is in the query string, because query strings are not logged.
  const wire = (token: string | null) => ({ feed: token && `/my/calendar.ics?key=${token}` })
  const send = (reply: FastifyReply, text: string) => reply.type('text/calendar; charset=utf-8').send(text)

  bindSignedIn(app, deps, api.getCalendarFeed, async ({ viewer }) => wire(await findToken(db, viewer.id)))

  bindSignedIn(app, deps, api.makeCalendarFeed, async ({ viewer }) => {
    const token = randomBytes(24).toString('base64url')
    await saveToken(db, viewer.id, token, dateAt(clock))
    return wire(token)
  })

  bindSignedIn(app, deps, api.deleteCalendarFeed, async ({ viewer }) => {
    await deleteToken(db, viewer.id)
    return wire(null)
  })

  app.get<{ Querystring: { key?: unknown } }>(
    '/my/calendar.ics',
    { ...HIDDEN, ...OPEN },
    async ({ query: { key } }, reply) => {
      const person = typeof key === 'string' ? await findPersonByToken(db, key) : null
      if (person === null) return refuse({ kind: 'notFound', message: 'This calendar is no longer there.' })
      const series = await listSeriesEventsOf(db, person)
      const sessions = await listEventsOf(db, person, clock.now(), series.begins)
      return send(reply, toIcs([...series.events, ...sessions], `My sessions · ${config.hut.name}`, config))
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
