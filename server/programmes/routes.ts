import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../domain/lib/day.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/programmes/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPage, bindPersonalPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { findFollow, lastDayOf, listActive, listStopped, toFollowingCard, toWireFollow } from './follow-rows.ts'
import { followAlone, goToWeek, stopFollowing, tickUnit } from './following.ts'
import { endInGroup, followWithGroup, startInGroup } from './group-programmes.ts'
import { getProgramme, listMine, listOthers, listReady } from './programme-rows.ts'
import { createProgramme, deleteProgramme, getForm, updateProgramme } from './programmes.ts'
import { listGroupsToStartIn, listMembersOf } from './run-rows.ts'

export async function programmeRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  pages(app, deps)

  bindSignedIn(app, deps, api.storeProgramme, async ({ viewer, body, key }) => {
    await deps.take(viewer, { activities: 1 })
    return { path: `/programmes/${await createProgramme(deps, viewer, body, key)}`, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.updateProgramme, async ({ viewer, params, body }) => {
    await updateProgramme(deps, viewer, params.programme, body)
    return { path: `/programmes/${params.programme}`, ...NO_ERROR }
  })
  bindSignedIn(app, deps, api.deleteProgramme, async ({ viewer, params }) => {
    await deleteProgramme(deps, viewer, params.programme)
    return NO_ERROR
  })

  bindSignedIn(app, deps, api.followProgramme, async ({ viewer, params, body }) => ({
    path: await followAlone(deps, viewer, params.programme, body.starts_on),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.startInGroup, async ({ viewer, params: { programme: slug, hut }, body }) => ({
    path: await startInGroup(deps, viewer, { slug, hut, startsOn: body.starts_on }),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.followWithGroup, async ({ viewer, params }) => ({
    path: await followWithGroup(deps, viewer, params.run),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.endInGroup, async ({ viewer, params }) => {
    await endInGroup(deps, viewer, params.run)
    return NO_ERROR
  })

  bindSignedIn(app, deps, api.tickUnit, async ({ viewer, params, body, doneAt }) => ({
    follow: await tickUnit(deps, viewer, params.follow, body, doneAt),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.goToWeek, async ({ viewer, params, body }) => ({
    follow: await goToWeek(deps, viewer, params.follow, body.week),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, api.stopFollowing, async ({ viewer, params }) => {
    await stopFollowing(deps, viewer, params.follow)
    return NO_ERROR
  })
}

function pages(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, config } = deps
  bindPage(app, deps, api.programmesPage, async ({ viewer, query }) => {
    const [active, ended, mine, others] = await Promise.all([
      viewer ? listActive(db, viewer.id) : [],
      viewer ? listStopped(db, viewer.id) : [],
      viewer ? listMine(db, viewer.id) : [],
      listOthers(db, viewer, sliceOf(query, config.perPage))
    ])
    const following = viewer ? active.map(row => toFollowingCard(row, dayOf(clock.now(), viewer))) : []
    const stopped = viewer ? ended.map(row => toFollowingCard(row, lastDayOf(row, viewer))) : []
    return { following, stopped, ready: listReady(), mine, others }
  })
  bindPage(app, deps, api.programmePage, async ({ viewer, params }) => {
    const programme = await getProgramme(db, params.programme, viewer)
    if (!viewer) return { programme, following: null, groups: [] }
    const [active, groups] = await Promise.all([
      listActive(db, viewer.id),
      listGroupsToStartIn(db, viewer.id, programme.slug)
    ])
    const row = active.find(({ slug }) => slug === programme.slug)
    return { programme, following: row ? toFollowingCard(row, dayOf(clock.now(), viewer)) : null, groups }
  })
  bindPersonalPage(app, deps, api.createProgrammePage, async () => ({}))
  bindPersonalPage(app, deps, api.updateProgrammePage, async ({ viewer, params }) => ({
    programme: await getForm(deps, viewer, params.programme)
  }))
  bindPersonalPage(app, deps, api.followPage, async ({ viewer, params }) => {
    const row = (await findFollow(db, viewer.id, readId(params.follow))) ?? refuse({ kind: 'notFound' })
    const members = row.run_id === null ? null : await listMembersOf(db, [row.run_id], viewer, clock.now())
    // Someone who has left the group goes on alone.
    const together = members?.length ? members.map(({ run_id: _, ...one }) => one) : null
    return { follow: toWireFollow(row), together }
  })
}
