/** The site's admin, made or promoted at a start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Role } from '../../domain/accounts/user.ts'
import { Refused } from '../../domain/lib/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endLinks } from '../mail/link-rows.ts'
import { createUser } from './accounts.ts'
import { shutOut } from './passwords/passwords.ts'
import { isNameTaken } from './persons/person-rows.ts'
import { demoteOthers, findAdmin, findCredentials, listAdmins, promote, renameUser } from './queries.ts'

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
  'from the settings. If the password is lost, run: npm run admin -- reset'
const TAKEN_OVER =
  'The account of ADMIN_EMAIL had another password, so someone else may have made it. It is the administrator now, ' +
  'with the password of ADMIN_PASSWORD and the username '
const DEMOTED = 'ADMIN_EMAIL names another account than before, so this account is no administrator any more: '

/**
 * With settings, the account with that email becomes the admin, and all former admins become members. After that, the
 * settings no longer change its password. Without settings, the first start creates `admin@localhost` with a random
 * password, and later starts keep it.
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
    const id = await create(resources, email, password)
    return { id, password: null, news: demotedNews(await demoteOthers(db, id)) }
  }
  const news = isTheirs ? await promoteOwn(db, existing.id) : await takeOver(resources, existing.id, password)
  return { id: existing.id, password: null, news }
}

/** Promotes an account whose password is that of the settings: its owner knows it. */
function promoteOwn(db: Database, id: number): Promise<string[]> {
  return db.transaction(async tx => {
    if (!(await promote(tx, id))) return []
    return demotedNews(await demoteOthers(tx, id))
  })
}

/** Takes over an account that anyone may have registered: ends all access to it, and replaces its name. */
async function takeOver(resources: Needs, id: number, password: string): Promise<string[]> {
  const password_hash = await hash(password)
  return resources.db.transaction(async tx => {
    // Another node may have been first.
    if (!(await promote(tx, id))) return []
    // No sockets are open yet, so none must be closed.
    await shutOut(tx, id, password_hash)
    await endLinks(tx, id, 'email changed')
    const username = (await isNameTaken(tx, USERNAME)) ? otherName() : USERNAME
    await renameUser(tx, id, username, dateAt(resources.clock))
    return [TAKEN_OVER + username, ...demotedNews(await demoteOthers(tx, id))]
  })
}

const demotedNews = (usernames: string[]): string[] => usernames.map(username => DEMOTED + username)

async function create(resources: Pick<Resources, 'db' | 'clock'>, email: string, password: string): Promise<number> {
  const username = (await isNameTaken(resources.db, USERNAME)) ? otherName() : USERNAME
  return createUser(resources, { email, username, password, first_name: '', last_name: '' }, undefined, Role.Admin)
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
  await db.transaction(tx => shutOut(tx, admin.id, password_hash))
  return { email: admin.email, password }
}

const newPassword = (): string => randomBytes(12).toString('base64url')
const otherName = (): string => `${USERNAME}-${randomBytes(3).toString('hex')}`
