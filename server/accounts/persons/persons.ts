/** The persons of a user: creates them, and switches between them (PUB-072..PUB-075, D-36). */
import { isReserved, USERNAME_TAKEN } from '../../../domain/accounts/username.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import { isPersonOf, MOST_PERSONS, TOO_MANY_PERSONS } from '../../../domain/publishing/person.ts'
import type { updatePerson } from '../../../domain/publishing/person-api.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { isUniqueViolation } from '../../lib/database-errors.ts'
import { given } from '../../lib/given.ts'
import { isSameCall, NO_KEY, once, type RequestKey } from '../../lib/idempotency.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import {
  describePerson,
  findPerson,
  findPersonByKey,
  insertPerson,
  listPersons,
  type PersonRow,
  setCurrentPerson,
  toWirePerson
} from './person-rows.ts'

type OwnPerson = ReturnType<typeof toWireOwn>

function toWireOwn(row: PersonRow) {
  return { ...toWirePerson(row), is_current: row.is_current ? (1 as const) : (0 as const) }
}

/** The viewer's persons. */
export async function listOwn({ db }: Dependencies, viewer: SignedIn): Promise<OwnPerson[]> {
  return (await listPersons(db, viewer.id)).map(toWireOwn)
}

/** With a key, a second call returns the person that the first one made. */
export async function createPerson(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  { username, title }: { username: string; title?: string | undefined },
  key: RequestKey | null
): Promise<OwnPerson> {
  if (isReserved(username)) refuse(invalid('username', USERNAME_TAKEN))
  const find = (known: string) => findPersonByKey(db, viewer.id, known)
  return once(key, 'persons_request', find, toWireOwn, async () => {
    try {
      return await db.transaction(async tx => {
        // The index on names decides who gets the name.
        const row = await insertPerson(tx, {
          user_id: viewer.id,
          username,
          title: title || username,
          ...(key ?? NO_KEY),
          created_at: dateAt(clock)
        })
        const mine = await listPersons(tx, viewer.id)
        if (mine.length > MOST_PERSONS) refuse({ kind: 'conflict', message: TOO_MANY_PERSONS })
        return toWireOwn(row)
      })
    } catch (error) {
      const isTaken = isUniqueViolation(error, 'names_pkey') || isUniqueViolation(error, 'persons_username_key')
      if (!isTaken) throw error
      // Another person has the name, or this same call was sent twice at the same moment.
      const made = key && (await find(key.request_key))
      return made && isSameCall(made, key) ? toWireOwn(made) : refuse(invalid('username', USERNAME_TAKEN))
    }
  })
}

/** Makes one of the viewer's persons the current one. */
export async function switchPerson(deps: Dependencies, viewer: SignedIn, usernameOrId: string): Promise<OwnPerson> {
  const { id } = await getOwn(deps, viewer, usernameOrId)
  await setCurrentPerson(deps.db, viewer.id, id)
  return toWireOwn(await getOwn(deps, viewer, usernameOrId))
}

/** Changes the title or the introduction of one of the viewer's persons. */
export async function changePerson(
  deps: Dependencies,
  viewer: SignedIn,
  usernameOrId: string,
  sent: ReceivedBy<typeof updatePerson>['body']
): Promise<OwnPerson> {
  const { id } = await getOwn(deps, viewer, usernameOrId)
  const { title, introduction } = sent
  await describePerson(deps.db, id, given({ title, introduction }))
  return toWireOwn(await getOwn(deps, viewer, usernameOrId))
}

/** One of the viewer's persons, by username or id. */
export async function getOwn({ db }: Dependencies, viewer: SignedIn, usernameOrId: string): Promise<PersonRow> {
  const person = await findPerson(db, usernameOrId)
  return person && isPersonOf(person, viewer) ? person : refuse({ kind: 'notFound' })
}
