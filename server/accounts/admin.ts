/** The site's admin, made or promoted at a start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Role } from '../../domain/accounts/user.ts'
import { Refused } from '../../domain/lib/refusal.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { asTyped } from '../lib/as-typed.ts'
import { dateAt } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endLinks } from '../mail/link-rows.ts'
import { shutOut } from './passwords/passwords.ts'
import { isNameTaken } from './persons/person-rows.ts'
import {
  changeAccount,
  FREE,
  findAdmin,
  findCredentials,
  forgetAttempts,
  listAdmins,
  lockAccount,
  lockAdmins,
  promote,
  renameUser
} from './queries.ts'
import { createUser } from './registration.ts'

type Needs = Pick<Resources, 'db' | 'clock' | 'config'>

interface Ensured {
  id: number
  /** A random password, which is printed once. */
  password: string | null
  /** Lines for the log. */
  news: string[]
}

const USERNAME = 'hut-guide'

const PASSWORD_IGNORED =
  'ADMIN_PASSWORD is ignored: the administrator has another password by now. Remove ADMIN_EMAIL and ADMIN_PASSWORD ' +
  `from the settings. If the password is lost, run: ${asTyped('npm run admin -- reset')}`
const TAKEN_OVER =
  'The account of ADMIN_EMAIL had another password, so someone else may have made it. It is an administrator now, ' +
  'with the password of ADMIN_PASSWORD and the username '

/**
 * With settings, the account with that email becomes an admin, and other admins stay. After that, the settings no longer
 * change its password. Without settings, the first start creates `admin@localhost` with a random password, and later
 * starts keep it.
 */
export async function ensureAdmin(resources: Needs): Promise<Ensured> {
  try {
    return await findOrCreate(resources)
  } catch (error) {
    // Another node that starts at the same time was first, so the account exists.
    if (error instanceof Refused) return findOrCreate(resources)
    throw error
  }
}

async function findOrCreate(resources: Needs): Promise<Ensured> {
  const { db, config } = resources
  if (!config.admin) {
    const admin = await findAdmin(db)
    if (admin) return { id: admin, password: null, news: [] }
    const password = newPassword()
    return { id: await create(resources, 'admin@localhost', password), password, news: [] }
  }
  const { email, password } = config.admin
  const existing = await findCredentials(db, email)
  const isTheirs = existing !== null && (await verify(existing.password_hash, password).catch(() => false))
  if (existing?.role_id === Role.Admin) {
    return { id: existing.id, password: null, news: isTheirs ? [] : [PASSWORD_IGNORED] }
  }
  if (!existing) {
    return { id: await create(resources, email, password), password: null, news: [] }
  }
  if (!isTheirs) return { id: existing.id, password: null, news: await takeOver(resources, existing, password) }
  await db.transaction(tx => promoteByStart(tx, existing, dateAt(resources.clock)))
  return { id: existing.id, password: null, news: [] }
}

interface Existing {
  id: number
  role_id: number
}

/** Returns false when another node was first. */
async function promoteByStart(tx: Transaction, { id, role_id }: Existing, now: Date): Promise<boolean> {
  if (!(await promote(tx, id))) return false
  const states = { before: { role_id }, after: { role_id: Role.Admin } }
  await recordAction(tx, null, { action: 'promote', subject: 'user', subjectId: id, ...states }, now)
  return true
}

/** Takes over an account that anyone may have registered: ends all access to it, and replaces its name. */
async function takeOver(resources: Needs, existing: Existing, password: string): Promise<string[]> {
  const password_hash = await hash(password)
  const now = dateAt(resources.clock)
  const { id } = existing
  return resources.db.transaction(async tx => {
    if (!(await promoteByStart(tx, existing, now))) return []
    // No sockets are open yet, so none must be closed.
    await shutOut(tx, id, password_hash, false)
    await endLinks(tx, id, 'email changed')
    const username = (await isNameTaken(tx, USERNAME)) ? otherName() : USERNAME
    await renameUser(tx, id, username, now)
    return [TAKEN_OVER + username]
  })
}

async function create(resources: Pick<Resources, 'db' | 'clock'>, email: string, password: string): Promise<number> {
  const username = (await isNameTaken(resources.db, USERNAME)) ? otherName() : USERNAME
  return createUser(resources, { email, username, password, first_name: '', last_name: '' }, { role: Role.Admin })
}

/**
 * Gives an admin a new password and ends all other access to the account.
 * @param email of the admin; without it, the first admin
 * @throws OperatorError when there is no such admin
 */
export async function resetAdmin(
  db: Database,
  email: string | undefined
): Promise<{ email: string; password: string }> {
  const admins = await listAdmins(db)
  const admin = email === undefined ? admins[0] : admins.find(one => one.email.toLowerCase() === email.toLowerCase())
  if (!admin) {
    const known = admins.map(one => one.email).join(', ')
    throw new OperatorError(
      known ? `No administrator has this email. They are: ${known}` : 'There is no administrator yet.'
    )
  }
  const password = newPassword()
  const password_hash = await hash(password)
  await db.transaction(tx => shutOut(tx, admin.id, password_hash, false))
  return { email: admin.email, password }
}

export { lockAdmins }

/**
 * Changes the role of a locked account. A new admin is approved, not suspended, and not deleted.
 * @returns the states for the log, or null when the account has the role; `last admin` when there would be no admin left
 */
export async function changeRole(tx: Transaction, account: { id: number; role_id: number }, role_id: Role) {
  if (account.role_id === role_id) return null
  if (account.role_id === Role.Admin && (await lockAdmins(tx)).length === 1) return 'last admin' as const
  await changeAccount(tx, account.id, { role_id, ...(role_id === Role.Admin ? FREE : {}) })
  return { before: { role_id: account.role_id }, after: { role_id } }
}

/**
 * Changes the role of an account, for an operator. Returns its username.
 * @param who a username or an email
 * @throws OperatorError without such an account, and for the last admin
 */
export function setRoleOf(db: Database, who: string, role_id: Role, now: Date): Promise<string> {
  return db.transaction(async tx => {
    await lockAdmins(tx)
    const account = await needAccount(tx, who)
    const states = await changeRole(tx, account, role_id)
    if (states === 'last admin') {
      throw new OperatorError(`${account.username} is the last admin. Promote someone else first.`)
    }
    if (!states) return account.username
    await recordAction(tx, null, { action: 'promote', subject: 'user', subjectId: account.id, ...states }, now)
    return account.username
  })
}

/**
 * Lifts a suspension, and forgets failed attempts that nodes count in the database. Returns the username.
 * @param who a username or an email
 * @throws OperatorError without such an account
 */
export function unlock(db: Database, who: string, now: Date): Promise<string> {
  return db.transaction(async tx => {
    const { id, username, email } = await needAccount(tx, who)
    await changeAccount(tx, id, { suspended_until: null, suspended_reason: null })
    await forgetAttempts(tx, email)
    await recordAction(tx, null, { action: 'unlock', subject: 'user', subjectId: id }, now)
    return username
  })
}

async function needAccount(
  tx: Transaction,
  who: string
): Promise<NonNullable<Awaited<ReturnType<typeof lockAccount>>>> {
  const account = await lockAccount(tx, who)
  if (!account) throw new OperatorError(`No account has the username or email ${who}.`)
  return account
}

const newPassword = (): string => randomBytes(16).toString('base64url')
const otherName = (): string => `${USERNAME}-${randomBytes(3).toString('hex')}`
