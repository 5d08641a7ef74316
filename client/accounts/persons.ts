/** The persons under whose names a user writes (D-36). */
import { queryOptions } from '@tanstack/react-query'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import type { Person } from '../../domain/publishing/person.ts'
import * as personApi from '../../domain/publishing/person-api.ts'
import { call } from '../lib/api.ts'
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { queryClient, reloadAllPages } from '../lib/page-cache.ts'
import { getUser, setUser } from '../lib/user.ts'

const PERSONS = 'my-persons'

/** Loads when the list opens (PUB-002, PUB-072). */
export function personsQuery(user: number) {
  return queryOptions({
    queryKey: [PERSONS, user],
    queryFn: async () => (await call(personApi.getMyPersons)).serverData.persons
  })
}

/** Makes the user write as this person from now on, in every browser (PUB-074, PUB-075). */
export async function switchPerson(to: string): Promise<void> {
  const { person } = await call(personApi.switchPerson, { params: { person: to } })
  const user = getUser()
  if (user) setUser({ ...user, person: { id: person.id, username: person.username } })
  await Promise.all([queryClient.invalidateQueries({ queryKey: [PERSONS] }), reloadAllPages()])
}

/** @param making belongs to one form, so that sending it several times creates one person (PUB-073) */
export async function createPerson(
  body: { username: string; title?: string },
  making: { current: Making }
): Promise<Person> {
  const send = async (sent: typeof body, key: string) => (await call(personApi.storePerson, { body: sent, key })).person
  const { made } = await makeOnce(body, making, send)
  making.current = newMaking()
  await queryClient.invalidateQueries({ queryKey: [PERSONS] })
  return made
}

/** Changes the title and the introduction of a page of mine. */
export async function describePerson(
  person: string,
  body: CallOf<typeof personApi.updatePerson>['body']
): Promise<void> {
  await call(personApi.updatePerson, { params: { person }, body })
  await queryClient.invalidateQueries({ queryKey: [PERSONS] })
}
