import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import { previewOfItem, previewOfPerson } from '../../domain/previews/preview.ts'
import * as api from '../../domain/publishing/api.ts'
import { mayEdit } from '../../domain/publishing/item.ts'
import { createPerson, listOwn, retitlePerson, switchPerson } from '../accounts/persons/persons.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { sendText } from '../lib/conditional.ts'
import { fromReplica, hasWritten } from '../lib/from-replica.ts'
import { readId } from '../lib/id.ts'
import { bindPage, Moved } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import {
  deleteDraft,
  deleteVersion,
  getVersion,
  getVersions,
  restoreVersion,
  saveDraft,
  toWireDraft
} from './drafts.ts'
import { listParents, setFavorite } from './favorites.ts'
import { loadBookFeed, loadPersonFeed } from './feed.ts'
import { getItem, toWireItem } from './item-rows.ts'
import { createItem, deleteItem, updateItem } from './items.ts'
import { deleteNewDraft, getNewDrafts, saveNewDraft } from './new-drafts.ts'
import { loadItem, loadPerson } from './page.ts'
import { findDraft } from './queries.ts'
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

  const sendFeed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    load: (from: Dependencies) => Promise<{ text: string; modified: Date }>
  ) => {
    try {
      const feed = await fromReplica(deps, { wrote: hasWritten(request) }, load)
      return sendText(request, reply, { type: 'application/atom+xml', seconds: 300, ...feed })
    } catch (error) {
      if (error instanceof Moved) return reply.redirect(encodeURI(error.path), 301)
      throw error
    }
  }
  const hidden = { schema: { hide: true } as object }
  for (const address of ['/:username/feed.atom', '/users/:username/feed.atom'] as const) {
    app.get<{ Params: { username: string } }>(address, hidden, (request, reply) =>
      sendFeed(request, reply, from => loadPersonFeed(from, request.params.username))
    )
  }
  app.get<{ Params: { parentItem: string; childItem: string } }>(
    '/:parentItem/:childItem/feed.atom',
    hidden,
    (request, reply) =>
      sendFeed(request, reply, from => loadBookFeed(from, request.params.parentItem, request.params.childItem))
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
  bindSignedIn(
    app,
    api.updateItem,
    async ({ params, body, viewer }) => ({
      item: await updateItem(deps, viewer, params.item, body.itemData),
      ...NO_ERROR
    }),
    async ({ params, viewer }) => {
      if (!mayEdit(await getItem(db, params.item, viewer), viewer)) refuse({ kind: 'forbidden' })
    }
  )
  bindSignedIn(app, api.deleteItem, async ({ params, viewer }) => ({
    slug: await deleteItem(deps, viewer, params.item),
    ...NO_ERROR
  }))

  bindSignedIn(app, api.saveDraft, ({ params, body, viewer }) => saveDraft(deps, viewer, params.item, body))
  bindSignedIn(app, api.deleteDraft, async ({ params, viewer }) => {
    await deleteDraft(deps, viewer, params.item)
    return {}
  })
  bindSignedIn(app, api.getNewDrafts, async ({ params, viewer }) => ({
    drafts: await getNewDrafts(deps, viewer, params.person)
  }))
  bindSignedIn(app, api.saveNewDraft, ({ params, body, viewer }) => saveNewDraft(deps, viewer, params, body))
  bindSignedIn(app, api.deleteNewDraft, async ({ params, viewer }) => {
    await deleteNewDraft(deps, viewer, params)
    return {}
  })
  bindSignedIn(app, api.getVersions, async ({ params, viewer }) => ({
    versions: await getVersions(db, viewer, params.item)
  }))
  bindSignedIn(app, api.getVersion, async ({ params, viewer }) => ({
    version: await getVersion(db, viewer, params.item, params.version)
  }))
  bindSignedIn(app, api.deleteVersion, async ({ params, viewer }) => {
    await deleteVersion(deps, viewer, params.item, params.version)
    return {}
  })
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
