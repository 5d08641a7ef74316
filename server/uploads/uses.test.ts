import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { deletePost, storeSessionPost } from '../../domain/posts/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import { storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { saveContent } from '../../domain/sessions/api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const DAY = 25 * 3_600_000
const LATER = { timeout: 60_000 }

/** Uploads a picture. Returns its address and a text that shows it. */
async function picture(): Promise<{ url: string; text: string }> {
  const { url } = (await upload(ada, await photo(8, 8))).json()
  return { url, text: `<figure class="image"><img src="${url}"></figure>` }
}

const isThere = async ({ url }: { url: string }) => (await ada.request({ url })).statusCode === 200
/** The names of those pictures that still exist after a day. */
async function kept(pictures: Record<string, { url: string }>): Promise<string[]> {
  await world.pass(DAY)
  const names: string[] = []
  for (const [name, each] of Object.entries(pictures)) if (await isThere(each)) names.push(name)
  return names
}

test(
  'a picture stays as long as a description, a part, a post, notes, an item or its draft shows it',
  LATER,
  async () => {
    const of = {
      activity: await picture(),
      part: await picture(),
      session: await picture(),
      notes: await picture(),
      post: await picture(),
      group: await picture(),
      item: await picture(),
      draft: await picture()
    }
    const parts = [partGroupOf([partOf({ content: of.part.text, edit_content: 1, duration: 3600 })])]
    const { challenge } = await ada.call(storeActivity, {
      body: { challenge: { title: 'Drawing', content: of.activity.text, parts } }
    })
    const copied = await openRoom(ada, [], { activity: challenge.slug })
    const { event } = await openRoom(ada)
    const { revision } = await ada.call(saveContent, { params: { event }, body: { content: of.session.text } })
    const post = await ada.call(storeSessionPost, {
      params: { event: copied.event },
      body: { item: { content: of.post.text } }
    })
    const { group } = await ada.call(storeGroup, { body: { title: 'Drawers', content: of.group.text } })
    const { item } = await ada.call(storeItem, { body: { title: 'How I draw', content: of.item.text } })
    await ada.call(saveDraft, { params: { item: item.slug }, body: { title: 'How I draw', content: of.draft.text } })
    const [part] = parts.flatMap(one => one.parts)
    await ada.call(saveContent, {
      params: { event: copied.event },
      body: { content: of.part.text + of.notes.text, part_uuid: part?.uuid ?? '' }
    })
    expect(await kept(of)).toEqual(Object.keys(of))

    // A session's copy of a text outlives the activity. An item keeps the pictures of its earlier versions, and saving
    // it ends
    // the draft.
    await ada.call(saveContent, { params: { event }, body: { content: '', revision } })
    await ada.call(patchGroup, { params: { hut: group.slug }, body: { content: '<p>None</p>' } })
    await ada.call(deletePost, { params: { post: String(post.id) } })
    await ada.call(updateItem, { params: { item: item.slug }, body: { itemData: { content: '<p>None</p>' } } })
    await ada.call(deleteActivity, { params: { challenge: challenge.slug } })
    expect(await kept(of)).toEqual(['activity', 'part', 'notes', 'item'])
  }
)

test('neither a refused save nor plain text that names a picture keeps that picture', LATER, async () => {
  const [refused, named] = [await picture(), await picture()]
  await ada.refused(storeGroup, { body: { title: '', content: refused.text } })
  await ada.call(storeGroup, { body: { title: named.url } })
  expect(await kept({ refused, named })).toEqual([])
})
