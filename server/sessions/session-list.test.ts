import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage } from '../../domain/activities/api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const home = (query: Record<string, string> = {}) => world.visitor.visit(homePage, {}, query)

test('ACT-026 D-62 templates fill a list that is short, from different categories', async () => {
  const { challenges, templates, terms } = await home()
  expect(challenges.length).toBeLessThan(5)
  const tops = templates.slice(0, 5).map(({ category_name }) => {
    let term = terms.find(({ title }) => title === category_name)
    while (term?.parent_id) term = terms.find(({ id }) => id === term?.parent_id)
    return term?.slug
  })
  expect(new Set(tops).size).toBe(5)
})

test('D-62 a list that a filter made short gets none, an empty one does', async () => {
  const { title = '' } = (await home()).challenges[0] ?? {}
  expect((await home({ q: title })).templates).toEqual([])
  expect((await home({ q: 'zzzz' })).templates.length).toBeGreaterThan(0)
})
