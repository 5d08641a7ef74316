import { afterAll, beforeAll, expect, test } from 'vitest'
import { personPage } from '../../../domain/publishing/api.ts'
import { storeItem } from '../../../domain/publishing/item-api.ts'
import { MOST_INTRODUCTION, MOST_PERSONS, TOO_MANY_PERSONS } from '../../../domain/publishing/person.ts'
import { getMyPersons, storePerson, switchPerson, updatePerson } from '../../../domain/publishing/person-api.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { write } from '../../../testing/writing.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

test('an account has a person with its username', {
  tags: ['PUB-072', 'PUB-122', 'PUB-123', 'PUB-124', 'D-35']
}, async () => {
  const { serverData } = await grace.call(getMyPersons)
  expect(serverData.persons).toEqual([
    {
      id: expect.any(Number),
      username: 'grace',
      title: 'grace',
      path: '/grace',
      breadcrumbs: { person_title: 'grace' },
      is_current: 1
    }
  ])
  expect((await grace.user()).person).toMatchObject({ id: serverData.persons[0]?.id, username: 'grace' })
})

test('a user creates a person, switches to it, and writes as it', {
  tags: ['SEC-31', 'PUB-002', 'PUB-003', 'PUB-073', 'PUB-074', 'PUB-075', 'D-36']
}, async () => {
  const key = 'made-but-once'
  const body = { username: 'Countess', title: ' The Countess ' }
  const made = await ada.call(storePerson, { body, key })
  expect(made.person).toMatchObject({ title: 'The Countess', is_current: 0, path: '/Countess' })
  expect((await ada.call(storePerson, { body, key })).person.id).toBe(made.person.id)
  expect((await write(ada, { title: 'As ada' })).username).toBe('ada')
  expect(await ada.visit(personPage, { username: 'Countess' })).toMatchObject({ isOwner: false, canSwitch: true })

  const { person } = await ada.call(switchPerson, { params: { person: 'Countess' } })
  expect(person).toMatchObject({ username: 'Countess', is_current: 1 })
  expect((await ada.user()).person).toMatchObject({ id: person.id, username: 'Countess' })
  expect((await write(ada, { title: 'As the Countess' })).username).toBe('Countess')
  expect(await ada.visit(personPage, { username: 'Countess' })).toMatchObject({ isOwner: true, canSwitch: false })
  expect(await ada.visit(personPage, { username: 'ada' })).toMatchObject({ isOwner: false, canSwitch: true })
  const { persons } = (await ada.call(getMyPersons)).serverData
  expect(persons.map(({ username, is_current }) => [username, is_current])).toEqual([
    ['ada', 0],
    ['Countess', 1]
  ])
  // A page that was opened before the switch still writes as the person it shows.
  expect((await write(ada, { title: 'Late', person_id: persons[0]?.id })).username).toBe('ada')
  expect(await world.visitor.visit(personPage, { username: 'Countess' })).toMatchObject({ canSwitch: false })
})

test('a user gives their person another title, and nobody else switches to it or writes as it', {
  tags: 'D-36'
}, async () => {
  const params = { person: 'ada' }
  await ada.call(updatePerson, { params, body: { title: 'Ada L.' } })
  expect((await world.visitor.visit(personPage, { username: 'ada' })).person.title).toBe('Ada L.')
  expect((await grace.refused(updatePerson, { params, body: { title: 'Mine' } })).status).toBe(404)
  expect((await grace.refused(switchPerson, { params })).status).toBe(404)
  const { id } = (await ada.user()).person
  const { status, body } = await grace.refused(storeItem, { body: { title: 'A', person_id: id } })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['person_id']])
})

test('a person has an introduction, and saving one field keeps the other', async () => {
  const rosa = await world.as('rosa')
  const params = { person: 'rosa' }
  const see = async () => {
    const { person, profile } = await world.visitor.visit(personPage, { username: 'rosa' })
    return [person.title, profile.introduction]
  }
  expect(await see()).toEqual(['rosa', ''])
  await rosa.call(updatePerson, { params, body: { introduction: ' I write.\n<b>Slowly.</b> ' } })
  await rosa.call(updatePerson, { params, body: { title: 'Rosa' } })
  await rosa.call(updatePerson, { params, body: {} })
  expect(await see()).toEqual(['Rosa', 'I write.\n<b>Slowly.</b>'])
  expect((await world.visitor.request({ url: '/rosa' })).body).not.toContain('<b>Slowly')
  const { status, body } = await rosa.refused(updatePerson, {
    params,
    body: { introduction: 'x'.repeat(MOST_INTRODUCTION + 1) }
  })
  expect([status, body.errors]).toEqual([422, { introduction: 'Use at most 600 characters.' }])
})

test('two switches at once leave one current person', { tags: 'D-36' }, async () => {
  const mary = await world.as('mary')
  await mary.call(storePerson, { body: { username: 'Duchess' } })
  await Promise.all(['mary', 'Duchess'].map(person => mary.call(switchPerson, { params: { person } })))
  const { persons } = (await mary.call(getMyPersons)).serverData
  expect(persons.filter(({ is_current }) => is_current === 1)).toHaveLength(1)
})

test(`an account has at most ${MOST_PERSONS} persons`, { tags: 'D-36' }, async () => {
  const linus = await world.as('linus')
  for (let n = 2; n <= MOST_PERSONS; n++) {
    // The limit is ten a day.
    world.clock.jump(86_400_000 / 8)
    await linus.call(storePerson, { body: { username: `linus-${n}` } })
  }
  const { status, body } = await linus.refused(storePerson, { body: { username: 'linus-more' } })
  expect([status, body.message]).toEqual([409, TOO_MANY_PERSONS])
  expect((await linus.call(getMyPersons)).serverData.persons).toHaveLength(MOST_PERSONS)
})
