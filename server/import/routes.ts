import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/import/api.ts'
import { findMoved, markMoved, moveItems as moveItemsCall } from '../../domain/import/items/api.ts'
import { moveIn as moveInCall } from '../../domain/import/moving.ts'
import { ItemStatus } from '../../domain/publishing/item.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { readId } from '../lib/id.ts'
import { bindPersonalPage } from '../lib/pages/pages.ts'
import { listFreeSlugs } from '../publishing/moved/moved-item.ts'
import { everybodyMay, withOwnPictures } from '../uploads/copies.ts'
import { compareLogs, importLogs, undoImport } from './imports.ts'
import { listMoved, markMade } from './items/made.ts'
import { moveItems } from './items/moved-items.ts'
import { moveIn } from './moves.ts'
import { listImports, listOpenGoals, toWireImport } from './queries.ts'

export async function importRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, api.importLogs, async ({ body, viewer, key }) => {
    await deps.take(viewer, { imported: body.logs.length })
    return importLogs(deps, viewer, body, key)
  })

  bindSignedIn(app, deps, api.compareLogs, async ({ body, viewer }) => compareLogs(deps, viewer, body.logs))

  bindSignedIn(app, deps, moveInCall, async ({ body, viewer }) => {
    await deps.take(viewer, { moved: body.rows.length })
    return moveIn(deps, viewer, body)
  })

  bindSignedIn(app, deps, moveItemsCall, async asked => {
    const { viewer } = asked
    const { length } = asked.body.items.filter(
      ({ status, publish_at }) => status === ItemStatus.Published || publish_at
    )
    await deps.take(viewer, { moved: asked.body.items.length, ...(length > 0 ? { items: length } : {}) })
    return moveItems(deps, viewer, await withOwnPictures(deps, asked, everybodyMay))
  })
  bindSignedIn(app, deps, findMoved, async ({ body, viewer }) => ({
    ...{ found: await listMoved(deps, viewer, body), free: await listFreeSlugs(deps.db, body.slugs) }
  }))
  bindSignedIn(app, deps, markMoved, ({ body, viewer }) => markMade(deps, viewer, body))

  bindSignedIn(app, deps, api.undoImport, async ({ params, viewer }) => {
    await undoImport(deps, viewer, readId(params.import))
    return {}
  })

  bindPersonalPage(app, deps, api.importPage, async ({ viewer }) => {
    const [goals, imports] = await Promise.all([listOpenGoals(deps.db, viewer.id), listImports(deps.db, viewer.id)])
    return { goals, imports: imports.map(toWireImport) }
  })
}
