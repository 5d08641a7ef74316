/** The migration for accounts that were deleted before their names left plans and their groups passed on. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { joinGroup, patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { contributeContent, joinSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openWorld, type World } from '../../testing/world.ts'

const MIGRATION = new URL('../db/migrations/0047_unlisted_and_group_news.sql', import.meta.url)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a migration removes names of deleted people from plans, and passes their groups on', {
  tags: 'D-131'
}, async () => {
  const [ghost, iris, june] = [await world.as('ghost'), await world.as('iris'), await world.as('june')]
  const rule = '<p><strong>Rule:</strong> write by hand</p>'
  const part = partOf({ title: 'Write', edit_content: 1, duration: 3000, content: rule })
  const warmUp = partOf({ title: 'Begin', duration: 300, content: '<p><strong>Warm-up:</strong> three lines</p>' })
  const parts = [partGroupOf([part, warmUp])]
  const { challenge } = await iris.call(storeActivity, { body: { challenge: { title: 'Together', parts } } })
  const { event } = await iris.call(storeSession, {
    body: { challenge: { title: 'Together', duration: 3600, parts } }
  })
  await world.db.$client.query('update sessions set activity_id = $1 where id = $2', [challenge.id, event.id])
  const at = { params: { event: event.slug } }
  for (const person of [ghost, june]) await person.call(joinSession, { ...at, body: {} })
  for (const [person, content] of [
    [ghost, 'One'],
    [june, 'Two']
  ] as const) {
    await person.call(contributeContent, { ...at, body: { content, part_uuid: part.uuid }, key: randomUUID() })
  }
  const { group } = await ghost.call(storeGroup, { body: { title: 'Writers' } })
  for (const person of [june, iris]) {
    world.clock.advance(1000)
    await person.call(joinGroup, { params: { hut: group.slug }, body: null })
  }
  const { id } = await ghost.user()
  await world.db.$client.query(`delete from group_members where user_id = $1`, [id])
  await world.db.$client.query('update groups set user_count = 2 where id = $1', [group.id])
  await world.db.$client.query(
    `update users set username = 'deleted-' || id, email = 'deleted-' || id, erased_at = now() where id = $1`,
    [id]
  )
  const statements = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint')
  for (const statement of statements.slice(-2)) await world.db.$client.query(statement)
  const { body } = await world.visitor.request({ url: `/api/sessions/${event.slug}` })
  expect(body).not.toContain('ghost')
  expect(body).toContain('<strong>deleted:</strong> One')
  expect(body).toContain('<strong>june:</strong> Two')
  // Bold text of the host stays: in a part that nobody else may edit, and where the activity has it too.
  for (const said of ['<strong>Warm-up:</strong>', '<strong>Rule:</strong>']) expect(body).toContain(said)
  await june.call(patchGroup, { params: { hut: group.slug }, body: { title: 'Writers of June' } })
})
