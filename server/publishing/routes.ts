import type { FastifyInstance } from 'fastify'
import { previewOfItem, previewOfPerson } from '../../domain/previews/preview.ts'
import * as api from '../../domain/publishing/api.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica, hasWritten } from '../lib/from-replica.ts'
import { readId } from '../lib/id.ts'
import { bindPage } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { getOwnItem, getVersion, getVersions, restoreVersion, saveDraft, toWireDraft } from './drafts.ts'
import { listParents, setFavorite } from './favorites.ts'
import { loadFeed } from './feed.ts'
import { getItem, toWireItem } from './item-rows.ts'
import { createItem, deleteItem, updateItem } from './items.ts'
import { loadItem, loadPerson } from './page.ts'
import { createPerson, listOwn, retitlePerson, switchPerson } from './persons.ts'
import { deleteDraftRow, findDraft } from './queries.ts'
import { addParaphrase, deleteParaphrase, getSnippet, getSources, loadSource } from './sources.ts'

export async function publishingRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, config } = deps
  const slice = (query: Record<string, unknown>) => sliceOf(query, config.perPage)

  bindPage(
    app,
    deps,
    api.personPage,
    visit =>
      fromReplica(deps, visit, from =>
        loadPerson(from, visit.viewer, visit.params.username, slice(visit.query), visit.isAlias)
      ),
    previewOfPerson
  )
  bindPage(
    app,
    deps,
    api.itemPage,
    visit =>
      fromReplica(deps, visit, from =>
        loadItem(from, visit.viewer, [visit.params.parentItem, visit.params.childItem], slice(visit.query))
      ),
    previewOfItem
  )
  bindPage(app, deps, api.sourcePage, visit =>
    fromReplica(deps, visit, from => loadSource(from, visit.viewer, visit.params, slice(visit.query)))
  )

  app.get<{ Params: { username: string } }>(
    '/:username/feed.atom',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const wrote = hasWritten(request)
      const feed = await fromReplica(deps, { wrote }, from => loadFeed(from, request.params.username))
      return reply.type('application/atom+xml; charset=utf-8').send(feed)
    }
  )

  bindSignedIn(app, api.storeItem, async ({ body, viewer, key }) => {
    await app.take(viewer.id, { items: 1 })
    return { item: await createItem(deps, viewer, body, key), ...NO_ERROR }
  })
  bind(app, api.getItem, async ({ params, viewer }) => {
    const found = await getItem(db, params.item, viewer)
    const draft = viewer && (await findDraft(db, found.id, viewer.id))
    return { item: toWireItem(found), draft: draft && toWireDraft(draft) }
  })
  bindSignedIn(app, api.updateItem, async ({ params, body, viewer }) => ({
    item: await updateItem(deps, viewer, params.item, body.itemData),
    ...NO_ERROR
  }))
  bindSignedIn(app, api.deleteItem, async ({ params, viewer }) => ({
    slug: await deleteItem(deps, viewer, params.item),
    ...NO_ERROR
  }))

  bindSignedIn(app, api.saveDraft, ({ params, body, viewer }) => saveDraft(deps, viewer, params.item, body))
  bindSignedIn(app, api.deleteDraft, async ({ params, viewer }) => {
    await deleteDraftRow(db, (await getOwnItem(db, params.item, viewer)).id, viewer.id)
    return {}
  })
  bindSignedIn(app, api.getVersions, async ({ params, viewer }) => ({
    versions: await getVersions(db, viewer, params.item)
  }))
  bindSignedIn(app, api.getVersion, async ({ params, viewer }) => ({
    version: await getVersion(db, viewer, params.item, params.version)
  }))
  bindSignedIn(app, api.restoreVersion, async ({ params, body, viewer }) => ({
    item: await restoreVersion(deps, viewer, params.item, params.version, body?.revision),
    ...NO_ERROR
  }))

  bind(app, api.searchParents, ({ params, query, viewer }) =>
    listParents(deps, viewer, params.person, query.favorites === '1')
  )
  bindSignedIn(app, api.storeFavorite, async ({ body, viewer }) => ({
    favorited: await setFavorite(deps, viewer, body.item_id, body.favorited)
  }))

  bind(app, api.getSources, async ({ query }) => ({ serverData: { sources: await getSources(deps, slice(query)) } }))
  bind(app, api.getRandomSnippet, () => getSnippet(deps, Math.random()))
  bindSignedIn(app, api.storeParaphrase, ({ body, viewer, key }) => addParaphrase(deps, viewer, body, key))
  bindSignedIn(app, api.deleteParaphrase, async ({ params, viewer }) => {
    await deleteParaphrase(deps, viewer, readId(params.paraphrase))
    return {}
  })

  bindSignedIn(app, api.getMyPersons, async ({ viewer }) => ({
    serverData: { persons: await listOwn(deps, viewer) }
  }))
  bindSignedIn(app, api.storePerson, async ({ body, viewer, key }) => {
    await app.take(viewer.id, { persons: 1 })
    return { person: await createPerson(deps, viewer, body, key), ...NO_ERROR }
  })
  bindSignedIn(app, api.updatePerson, async ({ params, body, viewer }) => ({
    person: await retitlePerson(deps, viewer, params.person, body.title),
    ...NO_ERROR
  }))
  bindSignedIn(app, api.switchPerson, async ({ params, viewer }) => ({
    person: await switchPerson(deps, viewer, params.person),
    ...NO_ERROR
  }))
}
