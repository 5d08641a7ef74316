/** A person whose username is a number, which is the id of another person. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFace } from '../../domain/faces/api.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { searchParents } from '../../domain/publishing/item-api.ts'
import { getMyPersons, storePerson, switchPerson, updatePerson } from '../../domain/publishing/person-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'

let world: World
let ada: Caller
/** A person whose username is the id of ada. */
let number: Caller
let name: string
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  name = String((await ada.user()).person.id)
  number = await world.as(name)
})
afterAll(() => world.close())

const titlesOf = async (person: string) =>
  (await world.visitor.call(searchParents, { params: { person } })).map(({ title }) => title)

test('the page, the groups and the feed at a number belong to the person with that username', {
  tags: ['ACC-29', 'D-41']
}, async () => {
  await write(ada, { title: 'Of ada', is_book: 1 })
  await write(number, { title: 'Of the number', is_book: 1 })
  const { person, books } = await world.visitor.visit(personPage, { username: name })
  expect([person.username, books.map(({ title }) => title)]).toEqual([name, ['Of the number']])
  expect([await titlesOf(name), await titlesOf('ada')]).toEqual([['Of the number'], ['Of ada']])
  const { statusCode, body } = await world.visitor.request({ url: `/${name}/feed.atom` })
  expect([statusCode, body.includes(`href="/${name}/feed.atom"`)]).toEqual([200, true])
})

test('a person with a number as username changes their own person and no other', { tags: 'D-36' }, async () => {
  const params = { person: name }
  expect((await number.call(updatePerson, { params, body: { title: 'Seven' } })).person.username).toBe(name)
  await number.call(storePerson, { body: { username: 'another-name' } })
  await number.call(switchPerson, { params: { person: 'another-name' } })
  expect((await number.call(switchPerson, { params })).person).toMatchObject({ username: name, is_current: 1 })
  await number.call(deleteFace, { params })
  expect((await ada.refused(updatePerson, { params, body: { title: 'Mine' } })).status).toBe(404)
  const { persons } = (await ada.call(getMyPersons)).serverData
  expect(persons).toMatchObject([{ username: 'ada', title: 'ada' }])
})

test('a number that is no username is an id, and an unknown number is nobody', async () => {
  const id = String((await number.user()).person.id)
  expect(await titlesOf(id)).toEqual(await titlesOf(name))
  expect((await world.visitor.refused(searchParents, { params: { person: '999999' } })).status).toBe(404)
})
