/** Drafts, conflicts and earlier versions protect written text (D-140). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteDraft, saveDraft } from '../../domain/publishing/draft-api.ts'
import { MOST_VERSIONS } from '../../domain/publishing/item.ts'
import { getItem, updateItem } from '../../domain/publishing/item-api.ts'
import { getVersion, getVersions, restoreVersion } from '../../domain/publishing/version-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

describe('saving an item from an older state', { tags: 'D-140' }, () => {
  test('is refused with the stored item, and nothing is saved', async () => {
    const item = await write(ada, { title: 'One', content: '<p>First</p>' })
    await change(ada, item, { content: '<p>Of the phone</p>', revision: 0 })
    const itemData = { title: 'Two', content: '<p>Of the desktop</p>', revision: 0 }
    const refused = await ada.refused(updateItem, { params: { item: item.slug }, body: { itemData } })
    expect(refused.status).toBe(409)
    expect(refused.body.newer).toMatchObject({ title: 'One', content: '<p>Of the phone</p>', revision: 1 })
    const saved = await change(ada, item, { ...itemData, revision: 1 })
    expect(saved).toMatchObject({ title: 'Two', content: '<p>Of the desktop</p>', revision: 2 })
    expect(await change(ada, item, { title: 'Last one wins' })).toMatchObject({ revision: 3 })
  })

  test('does not block moving or publishing it, and they do not block the save', async () => {
    const item = await write(ada, { title: 'Moved' })
    await change(ada, item, { order_ms: 5 })
    await change(ada, item, { status: 0 })
    expect(await change(ada, item, { title: 'Renamed', revision: 0 })).toMatchObject({ order_ms: 5, status: 0 })
  })

  test('is refused for one of two saves at once', async () => {
    const item = await write(ada, { title: 'Raced' })
    const save = (title: string) =>
      ada.request({
        method: 'PATCH',
        url: `/api/items/${item.slug}`,
        payload: { itemData: { title, revision: 0 } }
      })
    const both = await Promise.all([save('Here'), save('There')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('a draft of an item', { tags: 'D-140' }, () => {
  test('is stored only for its owner, and deleted when the item is saved or the draft discarded', async () => {
    const item = await write(ada, { title: 'Long', content: '<p>Before</p>' })
    const params = { item: item.slug }
    const typed = {
      title: 'Longer',
      content: '<p>Before<img src=x onerror=alert(1)> and more</p>',
      revision: 0,
      saves: 0
    }
    expect(await ada.call(saveDraft, { params, body: typed })).toMatchObject({ saves: 1 })
    const { draft } = await ada.call(getItem, { params })
    expect(draft).toMatchObject({ title: 'Longer', revision: 0, saves: 1 })
    expect(draft?.content).not.toContain('onerror')
    for (const person of [grace, world.visitor]) {
      const seen = await person.call(getItem, { params })
      expect([seen.draft, seen.item.content]).toEqual([null, '<p>Before</p>'])
    }
    expect((await grace.refused(saveDraft, { params, body: typed })).status).toBe(404)
    await change(ada, item, { status: 0 })
    expect((await ada.call(getItem, { params })).draft).not.toBeNull()
    await change(ada, item, { content: '<p>After</p>' })
    expect((await ada.call(getItem, { params })).draft).toBeNull()
    await ada.call(saveDraft, { params, body: typed })
    await ada.call(deleteDraft, { params })
    expect((await ada.call(getItem, { params })).draft).toBeNull()
  })

  test('is not overwritten by a second device, which gets the text of the first', async () => {
    const { slug } = await write(ada, { title: 'Both' })
    const params = { item: slug }
    const type = (title: string, saves: number) => ({ params, body: { title, content: '', revision: 0, saves } })
    await ada.call(saveDraft, type('Of the phone', 0))
    const refused = await ada.refused(saveDraft, type('Of the desktop', 0))
    expect(refused.status).toBe(409)
    expect(refused.body.newer).toMatchObject({ title: 'Of the phone', saves: 1 })
    expect(await ada.call(saveDraft, type('Of both', 1))).toMatchObject({ saves: 2 })
  })
})

describe('an earlier version of an item', () => {
  test('can be read and restored, and the replaced text becomes a version too', async () => {
    const item = await write(ada, { title: 'Poem', content: '<p>Roses</p>' })
    const params = { item: item.slug }
    await change(ada, item, { content: '<p>Violets</p>' })
    await change(ada, item, { content: '<p>Violets</p>', status: 0 })
    const { versions } = await ada.call(getVersions, { params })
    expect(versions).toMatchObject([{ revision: 0, title: 'Poem', summary: 'Roses' }])
    const version = { item: item.slug, version: String(versions[0]?.id) }
    expect((await ada.call(getVersion, { params: version })).version.content).toBe('<p>Roses</p>')
    const stale = await ada.refused(restoreVersion, { params: version, body: { revision: 0 } })
    expect(stale.status).toBe(409)
    const restored = await ada.call(restoreVersion, { params: version, body: { revision: 1 } })
    expect(restored.item).toMatchObject({ content: '<p>Roses</p>', revision: 2, status: 0 })
    const after = await ada.call(getVersions, { params })
    expect(after.versions.map(({ summary }) => summary)).toEqual(['Violets', 'Roses'])
  })

  test(`is one of the last ${MOST_VERSIONS}, which only its owner sees`, async () => {
    const item = await write(ada, { title: 'Often' })
    for (let n = 1; n <= MOST_VERSIONS + 2; n++) await change(ada, item, { title: `Often ${n}` })
    const params = { item: item.slug }
    const { versions } = await ada.call(getVersions, { params })
    expect(versions).toHaveLength(MOST_VERSIONS)
    expect([versions[0]?.title, versions.at(-1)?.title]).toEqual([`Often ${MOST_VERSIONS + 1}`, 'Often 2'])
    expect((await grace.refused(getVersions, { params })).status).toBe(404)
    const other = await write(ada, { title: 'Other' })
    const foreign = { item: other.slug, version: String(versions[0]?.id) }
    expect((await ada.refused(getVersion, { params: foreign })).status).toBe(404)
  })
})
