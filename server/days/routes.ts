import type { FastifyInstance } from 'fastify'
import { myDaysPage, updateDays } from '../../domain/days/api.ts'
import { getMe } from '../accounts/me-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { dateAt } from '../lib/clock.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { getMyDays } from './days.ts'
import { addTimesAway, updateDaySettings } from './queries.ts'

export async function dayRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, updateDays, async ({ body: { streaks, times_away, ...settings }, viewer }) => {
    const has_streaks = streaks === undefined ? undefined : streaks === 1
    await updateDaySettings(deps.db, viewer.id, { ...settings, has_streaks }, dateAt(deps.clock))
    if (times_away) await addTimesAway(deps.db, viewer.id, times_away)
    return { user: await getMe(deps, viewer) }
  })

  bindPersonalPage(app, deps, myDaysPage, async ({ viewer }) => getMyDays(deps, viewer))
}
