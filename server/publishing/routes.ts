import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../domain/lib/refusal.ts'
import { previewOfItem, previewOfPerson } from '../../domain/previews/preview.ts'
import * as api from '../../domain/publishing/api.ts'
import * as draftApi from '../../domain/publishing/draft-api.ts'
import { mayEdit } from '../../domain/publishing/item.ts'
import * as itemApi from '../../domain/publishing/item-api.ts'
import * as personApi from '../../domain/publishing/person-api.ts'
import * as sourceApi from '../../domain/publishing/source-api.ts'
import * as versionApi from '../../domain/publishing/version-api.ts'
import { changePerson, createPerson, listOwn, switchPerson } from '../accounts/persons/persons.ts'
import type { Dependencies } from '../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR } from '../lib/bind.ts'
import { fromReplica, hasWritten } from '../lib/from-replica.ts'
import { sendText } from '../lib/http/conditional.ts'
import { readId } from '../lib/id.ts'
import { bindPage, Moved } from '../lib/pages/pages.ts'
import { sliceOf } from '../lib/paging.ts'
import { everybodyMay, withOwnPictures } from '../uploads/copies.ts'
import { findDraft } from './draft-rows.ts'
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
  bindPage(app, deps, sourceApi.sourcePage, visit =>
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

  bindSignedIn(app, deps, itemApi.storeItem, async asked => {
    const { viewer, key } = asked
    await deps.take(viewer, { items: 1 })
    const body = await withOwnPictures(deps, asked, everybodyMay)
    return { item: await createItem(deps, viewer, body, key), ...NO_ERROR }
  })
  bind(app, deps, itemApi.getItem, async ({ params, viewer }) => {
    const found = await getItem(db, params.item, viewer)
    const draft = viewer && (await findDraft(db, found.id, viewer.id))
    return { item: toWireItem(found), draft: draft && toWireDraft(draft) }
  })
  bindSignedIn(app, deps, itemApi.updateItem, async asked => {
    const { params, viewer } = asked
    const { itemData } = await withOwnPictures(deps, asked, async () => {
      if (!mayEdit(await getItem(db, params.item, viewer), viewer)) refuse({ kind: 'forbidden' })
    })
    return { item: await updateItem(deps, viewer, params.item, itemData), ...NO_ERROR }
  })
  bindSignedIn(app, deps, itemApi.deleteItem, async ({ params, viewer }) => ({
    slug: await deleteItem(deps, viewer, params.item),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, draftApi.saveDraft, ({ params, body, viewer }) => saveDraft(deps, viewer, params.item, body))
  bindSignedIn(app, deps, draftApi.deleteDraft, async ({ params, viewer }) => {
    await deleteDraft(deps, viewer, params.item)
    return {}
  })
  bindSignedIn(app, deps, draftApi.getNewDrafts, async ({ params, viewer }) => ({
    drafts: await getNewDrafts(deps, viewer, params.person)
  }))
  bindSignedIn(app, deps, draftApi.saveNewDraft, ({ params, body, viewer }) => saveNewDraft(deps, viewer, params, body))
  bindSignedIn(app, deps, draftApi.deleteNewDraft, async ({ params, viewer }) => {
    await deleteNewDraft(deps, viewer, params)
    return {}
  })
  bindSignedIn(app, deps, versionApi.getVersions, async ({ params, viewer }) => ({
    versions: await getVersions(db, viewer, params.item)
  }))
  bindSignedIn(app, deps, versionApi.getVersion, async ({ params, viewer }) => ({
    version: await getVersion(db, viewer, params.item, params.version)
  }))
  bindSignedIn(app, deps, versionApi.deleteVersion, async ({ params, viewer }) => {
    await deleteVersion(deps, viewer, params.item, params.version)
    return {}
  })
  bindSignedIn(app, deps, versionApi.restoreVersion, async ({ params, body, viewer }) => ({
    item: await restoreVersion(deps, viewer, params.item, params.version, body?.revision),
    ...NO_ERROR
  }))

  bind(app, deps, itemApi.searchParents, ({ params, query, viewer }) =>
    listParents(deps, viewer, params.person, query.favorites === '1')
  )
  bindSignedIn(app, deps, itemApi.storeFavorite, async ({ body, viewer }) => ({
    favorited: await setFavorite(deps, viewer, body.item_id, body.favorited)
  }))

  bind(app, deps, sourceApi.getSources, async ({ query }) => ({
    serverData: { sources: await getSources(deps, slice(query)) }
  }))
  bind(app, deps, sourceApi.getRandomSnippet, () => getSnippet(deps, Math.random()))
  bindSignedIn(app, deps, sourceApi.storeParaphrase, ({ body, viewer, key }) => addParaphrase(deps, viewer, body, key))
  bindSignedIn(app, deps, sourceApi.deleteParaphrase, async ({ params, viewer }) => {
    await deleteParaphrase(deps, viewer, readId(params.paraphrase))
    return {}
  })

  bindSignedIn(app, deps, personApi.getMyPersons, async ({ viewer }) => ({
    serverData: { persons: await listOwn(deps, viewer) }
  }))
  bindSignedIn(app, deps, personApi.storePerson, async ({ body, viewer, key }) => {
    await deps.take(viewer, { persons: 1 })
    return { person: await createPerson(deps, viewer, body, key), ...NO_ERROR }
  })
  bindSignedIn(app, deps, personApi.updatePerson, async ({ params, body, viewer }) => ({
    person: await changePerson(deps, viewer, params.person, body),
    ...NO_ERROR
  }))
  bindSignedIn(app, deps, personApi.switchPerson, async ({ params, viewer }) => ({
    person: await switchPerson(deps, viewer, params.person),
    ...NO_ERROR
  }))
}
