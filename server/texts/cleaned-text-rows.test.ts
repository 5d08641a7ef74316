import { randomUUID } from 'node:crypto'
/** Tests that texts stored under earlier rules are cleaned by the current rules before anyone sees them (D-119). */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { saveDraft, saveNewDraft } from '../../domain/publishing/draft-api.ts'
import { getItem, storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { cleanStoredTexts, rulesOfTexts } from './cleaned-text-rows.ts'

let world: World
let ada: Caller
let item: string
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  const content = '<p>Before</p>'
  const parts = [partGroupOf([partOf({ content }), partOf({ content })])]
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'A', content, parts } } })
  const { event } = await openRoom(ada, [], { activity: challenge.slug })
  await ada.call(storeSessionPost, { params: { event }, body: { item: { title: 'A post', content } } })
  await ada.call(storeGroup, { body: { title: 'A group', content } })
  item = (await ada.call(storeItem, { body: { title: 'An item', content } })).item.slug
  const params = { item }
  await ada.call(updateItem, { params, body: { itemData: { content: '<p>Changed</p>' } } })
  await ada.call(saveDraft, { params, body: { title: 'An item', content, saves: 0 } })
  await ada.call(saveNewDraft, {
    params: { person: 'ada', draft: randomUUID() },
    body: { title: 'Begun', content, saves: 0 }
  })
})
afterAll(() => world.close())

/** A text that earlier rules allowed. Other texts stay as they are. */
const LET_IN = '<p onclick="steal()">Let in</p>'
const CLEAN = '<p>Let in</p>'
const TABLES = ['activities', 'sessions', 'groups', 'posts', 'items', 'item_versions', 'item_drafts', 'new_item_drafts']

async function plant(): Promise<void> {
  for (const table of TABLES) await world.db.execute(sql`update ${sql.identifier(table)} set content = ${LET_IN}`)
  for (const table of ['activities', 'sessions']) {
    await world.db.execute(sql`update ${sql.identifier(table)} set plan =
      jsonb_set(plan, '{parts,0,parts,1,content}', to_jsonb(${LET_IN}::text)) where jsonb_array_length(plan -> 'parts') > 0`)
  }
}

async function stored(): Promise<string[]> {
  const texts: string[] = []
  for (const table of TABLES) {
    const { rows } = await world.db.execute<{ content: string }>(sql`select content from ${sql.identifier(table)}`)
    texts.push(...rows.map(({ content }) => `${table} ${content}`))
  }
  for (const table of ['activities', 'sessions']) {
    const { rows } = await world.db.execute<{ content: string }>(sql`
      select jsonb_path_query(plan, '$.parts[*].parts[*].content') #>> '{}' as content from ${sql.identifier(table)}`)
    texts.push(...rows.filter(({ content }) => content !== '').map(({ content }) => `${table}.plan ${content}`))
  }
  return [...new Set(texts)].sort()
}

const everywhere = (text: string) => [...TABLES, 'activities.plan', 'sessions.plan'].map(place => `${place} ${text}`)

test('a new database has no text to clean', { tags: 'D-119' }, async () => {
  const { db, drop } = await testDatabase()
  expect(await cleanStoredTexts(db, 'theNewRules')).toBe(0)
  await drop()
})

test('every text that other rules allowed is cleaned once, and other texts stay', { tags: 'D-119' }, async () => {
  await plant()
  const before = await stored()
  expect(before.filter(text => text.includes('onclick'))).toEqual(everywhere(LET_IN).sort())
  const revisionOf = async () => (await ada.call(getItem, { params: { item } })).item.revision
  const revision = await revisionOf()
  expect(await cleanStoredTexts(world.db, 'theNewRules')).toBeGreaterThanOrEqual(9)
  expect(await stored()).toEqual(before.map(text => text.replace(LET_IN, CLEAN)).sort())
  expect(await revisionOf()).toBe(revision)

  await plant()
  expect(await cleanStoredTexts(world.db, 'theNewRules')).toBe(0)
  expect(await cleanStoredTexts(world.db, 'newerRulesStill')).toBeGreaterThanOrEqual(9)
  expect((await stored()).filter(text => text.includes('onclick'))).toEqual([])
})

test('a text saved during the cleaning stays as it was saved', { tags: 'D-119' }, async () => {
  await plant()
  const { id } = (await ada.call(getItem, { params: { item } })).item
  let saving: Promise<unknown> | null = null
  const savesMeanwhile = (html: string) => {
    saving ??= world.db.$client.query(`update items set content = '<p>Saved in the meantime</p>' where id = ${id}`)
    return html.replace(' onclick="steal()"', '')
  }
  await world.db.execute(sql`delete from cleaned_texts where place = 'items.content'`)
  await cleanStoredTexts(world.db, 'newerRulesStill', savesMeanwhile)
  await saving
  const { rows } = await world.db.execute(sql`select content from items where id = ${id}`)
  expect(rows).toEqual([{ content: '<p>Saved in the meantime</p>' }])
})

test('more texts than one batch are all cleaned, and a stopped app continues where it stopped', {
  tags: 'D-119'
}, async () => {
  await cleanStoredTexts(world.db, 'rulesBefore')
  await world.db.execute(sql`insert into item_versions (item_id, revision, title, content, created_at)
    select id, n, 'A', ${LET_IN}, now() from items, generate_series(1, 250) n where slug = ${item}`)
  let left = 120
  const stopped = (html: string): string => {
    if (html === LET_IN && left-- === 0) throw new Error('The app was stopped.')
    return html.replace(' onclick="steal()"', '')
  }
  await expect(cleanStoredTexts(world.db, 'rulesForMany', stopped)).rejects.toThrow('stopped')
  const { rows } = await world.db.execute<{ rules: string }>(
    sql`select rules from cleaned_texts where rules ~ '^rulesForMany '`
  )
  expect(rows).toHaveLength(1)
  let seen = 0
  await cleanStoredTexts(world.db, 'rulesForMany', html => {
    if (html === LET_IN || html === CLEAN) seen++
    return html.replace(' onclick="steal()"', '')
  })
  // The hundred texts of the recorded batch are not cleaned again.
  expect(seen).toBeLessThan(200)
  expect((await stored()).filter(text => text.includes('onclick'))).toEqual([])
})

test('a person who was away during a change of rules reloads the page instead of getting old texts', {
  tags: 'D-119'
}, async () => {
  const { event } = await openRoom(ada)
  await ada.call(storeSessionPost, { params: { event }, body: { item: { title: 'A', content: '<p>Posted</p>' } } })
  const events = async () => {
    const { rows } = await world.db.execute<{ data: object }>(sql`
      select e.event -> 'data' as data from room_events e join sessions s on s.id = e.session_id
      where s.slug = ${event} order by e.seq`)
    return rows.map(({ data }) => data)
  }
  const before = await events()
  expect(before.at(-1)).toMatchObject({ posts: [{ content: '<p>Posted</p>' }] })
  await cleanStoredTexts(world.db, 'rulesForWhoWasAway')
  expect(await events()).toEqual([...before.slice(0, -1), { reload: true }])
})

test('the rules have the same hash at each start', async () => {
  const rules = await rulesOfTexts()
  expect(rules).toMatch(/^[0-9a-f]{64}$/)
  expect(await rulesOfTexts()).toBe(rules)
})
