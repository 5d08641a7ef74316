/** Checks passwords, and changes profiles. */
import {
  BAD_CREDENTIALS,
  EMAIL_TAKEN,
  PASSWORD_FOR_EMAIL,
  type updateProfile as updateProfileCall
} from '../../domain/accounts/api.ts'
import { WRONG_PASSWORD } from '../../domain/accounts/fields.ts'
import { domainCheck } from '../../domain/accounts/registration.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile } from '../../domain/lib/revision.ts'
import type { Database } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { askForNewEmail } from './emails/new-email.ts'
import { matchesPassword, NO_PASSWORD } from './passwords.ts'
import { needProof } from './proof.ts'
import { findCredentials, getCredentials, getProfile, isEmailTaken, updateProfileOf } from './queries.ts'
import { hasPassword } from './ways-in.ts'

type Profile = ReceivedBy<typeof updateProfileCall>['body']['userData']

/** The id of the user with these credentials. A wrong password and an unknown e-mail get the same refusal. */
export async function checkPassword(db: Database, email: string, password: string): Promise<number> {
  const user = await findCredentials(db, email)
  const matches = await matchesPassword(db, user?.password_hash ?? NO_PASSWORD, password)
  if (!user || !matches) return refuse({ kind: 'invalid', fields: {}, message: BAD_CREDENTIALS })
  return user.id
}

/**
 * Changes the given fields of a profile (D-29). A new e-mail needs the password, or a recent proof by people without one,
 * and must be confirmed by a link that is sent there.
 * @param limits `check` runs before a password is checked, `change` around an operation that may reveal a taken e-mail
 * @throws Refused 403 without a recent proof; 422 for a wrong password, and for an e-mail of another account
 */
export async function updateProfile(
  resources: Resources,
  viewer: SignedIn,
  { first_name, last_name, email, shows_streak, shows_sessions, revision }: Profile,
  password: string,
  limits: { check: () => Promise<void>; change: <Value>(work: () => Promise<Value>) => Promise<Value> }
): Promise<void> {
  const { db, config } = resources
  const userId = viewer.id
  const own = await getCredentials(db, userId)
  const newEmail = email !== undefined && email.toLowerCase() !== own.email.toLowerCase() ? email : null
  if (newEmail !== null) {
    if (hasPassword(config, own)) {
      if (password === '') refuse(invalid('password', PASSWORD_FOR_EMAIL))
      await limits.check()
      if (!(await matchesPassword(db, own.password_hash, password))) refuse(invalid('password', WRONG_PASSWORD))
    } else needProof(resources, viewer)
    const refused = domainCheck(config.hut, newEmail)
    if (refused !== null) refuse(invalid('userData.email', refused))
  }
  const changes = {
    ...(email === undefined || newEmail !== null ? {} : { email }),
    ...(first_name === undefined ? {} : { first_name: first_name ?? '' }),
    ...(last_name === undefined ? {} : { last_name: last_name ?? '' }),
    ...(shows_streak === undefined ? {} : { shows_streak: shows_streak === 1 }),
    ...(shows_sessions === undefined ? {} : { shows_sessions: shows_sessions === 1 })
  }
  if (Object.keys(changes).length === 0 && newEmail === null) return
  const change = () =>
    db.transaction(async tx => {
      if (!(await updateProfileOf(tx, userId, changes, revision))) return false
      if (newEmail === null) return true
      if (await isEmailTaken(tx, newEmail)) refuse(invalid('userData.email', EMAIL_TAKEN))
      await askForNewEmail(tx, resources, userId, newEmail)
      return true
    })
  const isDone = await (newEmail === null ? change() : limits.change(change))
  if (!isDone) refuse(changedMeanwhile(await getProfile(db, userId)))
}
