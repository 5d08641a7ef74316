/**
 * Links in mails that allow an action (domain/accounts/mail-link.ts). The token is made when the mail is sent and never
 * stored; the database has its SHA-256. A mail that is sent again gets another token, and both work.
 */
import { randomBytes } from 'node:crypto'
import { and, countDistinct, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm'
import { hasLink, isLinkOpen, isMailDue, type LinkKind, openSince } from '../../domain/accounts/mail-link.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { hasRow } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { mailLinks, mails } from '../db/schema/mail.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { hashOf } from '../lib/token-hash.ts'
import { type ClaimedMail, newMessageId } from './mail-rows.ts'

const kindOfMail = sql`${mails.content} ->> 'kind'`

/**
 * The link for a mail that is about to be sent; null for a kind of mail without a link. A mail is 'not to be sent' in
 * four cases: its address has no account, such as that of a deleted one; its person has enough such mails already,
 * whose links still work; it confirms a new email that is no longer pending or that another account has, which must
 * not be revealed; or it confirms the email of a new account that is confirmed already.
 */
export async function linkOf(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { id, user_id, email, is_erased, content: { kind } }: ClaimedMail
): Promise<{ token: string } | 'not to be sent' | null> {
  if (is_erased) return 'not to be sent'
  if (!hasLink(kind)) return null
  if (user_id === null) return 'not to be sent'
  if (kind === 'email change' && !(await isWanted(db, user_id, email))) return 'not to be sent'
  if (kind === 'welcome' && !(await isUnconfirmed(db, user_id, email))) return 'not to be sent'
  const [open] = await db
    .select({ mails: countDistinct(mailLinks.mail_id) })
    .from(mailLinks)
    .innerJoin(mails, eq(mails.id, mailLinks.mail_id))
    .where(
      and(
        eq(mails.user_id, user_id),
        eq(kindOfMail, kind),
        ne(mails.id, id),
        gt(mailLinks.created_at, new Date(openSince(kind, clock.now())))
      )
    )
  if (!isMailDue(kind, open?.mails ?? 0)) return 'not to be sent'
  return { token: await insertToken(db, id, dateAt(clock)) }
}

/**
 * Makes a link that resets a password, which an admin hands over in a hut without a mail server. Its mail counts as sent.
 * Returns the token.
 */
export async function insertResetLink(
  tx: Transaction,
  { clock, config }: Pick<Resources, 'clock' | 'config'>,
  { id, email }: { id: number; email: string }
): Promise<string> {
  const now = dateAt(clock)
  const content = { kind: 'password reset', email } as const
  const [mail] = await tx
    .insert(mails)
    .values({ user_id: id, message_id: newMessageId(config), content, created_at: now, due_at: null, sent_at: now })
    .returning({ id: mails.id })
  return insertToken(tx, mail?.id ?? 0, now)
}

async function insertToken(db: Handle, mailId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(mailLinks).values({ token_hash: hashOf(token), mail_id: mailId, created_at: now })
  return token
}

/** The mail and the person of a valid link; null for any other token. */
export async function findLink<Kind extends LinkKind>(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  kind: Kind,
  token: string
): Promise<{ userId: number; mailId: number; mail: Mail & { kind: Kind } } | null> {
  const [row] = await db
    .select({ id: mails.id, user_id: mails.user_id, content: mails.content, created_at: mailLinks.created_at })
    .from(mailLinks)
    .innerJoin(mails, eq(mails.id, mailLinks.mail_id))
    .where(eq(mailLinks.token_hash, hashOf(token)))
  const isOpen = row?.content.kind === kind && isLinkOpen(kind, row.created_at.getTime(), clock.now())
  if (!isOpen || row.user_id === null) return null
  return { userId: row.user_id, mailId: row.id, mail: row.content as Mail & { kind: Kind } }
}

/**
 * Ends all links of this kind that a person has. Returns whether this token was among them. When two calls use it at
 * the same time, the second one gets false.
 * @param from only the links of this mail and of later ones
 */
export async function endLinks(
  tx: Transaction,
  userId: number,
  kind: LinkKind,
  token?: string,
  from = 0
): Promise<boolean> {
  const theirs = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.user_id, userId), eq(kindOfMail, kind), gte(mails.id, from)))
  const ended = await tx
    .delete(mailLinks)
    .where(inArray(mailLinks.mail_id, theirs))
    .returning({ hash: mailLinks.token_hash })
  return token !== undefined && ended.some(({ hash }) => hash.equals(hashOf(token)))
}

function isWanted(db: Resources['db'], userId: number, email: string): Promise<boolean> {
  return hasRow(
    db,
    users,
    and(
      eq(users.id, userId),
      eq(users.new_email, email),
      sql`not exists (select from users owner where owner.email = ${email})`
    )
  )
}

function isUnconfirmed(db: Resources['db'], userId: number, email: string): Promise<boolean> {
  return hasRow(db, users, and(eq(users.id, userId), eq(users.email, email), users.is_unconfirmed))
}

/**
 * Whether another account had this address recently, and may restore it (`undoEmailChange`). Call it after the
 * statement that takes the address, which waits for a concurrent change.
 */
export async function isFormerEmail(
  tx: Transaction,
  { clock }: Pick<Resources, 'clock'>,
  email: string,
  userId: number
): Promise<boolean> {
  const since = new Date(openSince('email changed', clock.now()))
  const rows = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.email, email),
        // Written as in the index.
        sql`${mails.content} ->> 'kind' = 'email changed'`,
        gt(mails.created_at, since),
        sql`${mails.user_id} is distinct from ${userId}`
      )
    )
    .limit(1)
  return rows.length > 0
}
