/**
 * Links in mails that let their reader do something (domain/accounts/mail-link.ts). The token is made when the mail is
 * sent and stored nowhere; the database has its SHA-256. A mail that is sent again gets another one, and both work.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, countDistinct, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { hasLink, isLinkOpen, type LinkKind, MOST_OPEN_LINKS, openSince } from '../../domain/accounts/mail-link.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import type { Transaction } from '../db/database.ts'
import { mailLinks, mails } from '../db/schema/mail.ts'
import type { Resources } from '../dependencies.ts'
import type { ClaimedMail } from './mail-rows.ts'

const kindOfMail = sql`${mails.content} ->> 'kind'`

/**
 * The link of a mail that is about to be sent; null for one without. Nothing is sent to an address without an account,
 * nor to a person who has enough such mails already: the links in those still work.
 */
export async function linkOf(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { id, user_id, content: { kind } }: ClaimedMail
): Promise<{ token: string } | 'not to be sent' | null> {
  if (!hasLink(kind)) return null
  if (user_id === null) return 'not to be sent'
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
  if ((open?.mails ?? 0) >= MOST_OPEN_LINKS) return 'not to be sent'
  const token = randomBytes(32).toString('base64url')
  await db.insert(mailLinks).values({ token_hash: hashOf(token), mail_id: id, created_at: new Date(clock.now()) })
  return { token }
}

/** The mail and the person of a link that works; null for any other token. */
export async function findLink<Kind extends LinkKind>(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  kind: Kind,
  token: string
): Promise<{ userId: number; mail: Mail & { kind: Kind } } | null> {
  const [row] = await db
    .select({ user_id: mails.user_id, content: mails.content, created_at: mailLinks.created_at })
    .from(mailLinks)
    .innerJoin(mails, eq(mails.id, mailLinks.mail_id))
    .where(eq(mailLinks.token_hash, hashOf(token)))
  const isOpen = row?.content.kind === kind && isLinkOpen(kind, row.created_at.getTime(), clock.now())
  return isOpen && row.user_id !== null ? { userId: row.user_id, mail: row.content as Mail & { kind: Kind } } : null
}

/**
 * Ends all links of this kind that a person has. Returns whether the one with this token was among them: of two who use
 * it at the same time one finds it gone.
 */
export async function endLinks(tx: Transaction, userId: number, kind: LinkKind, token?: string): Promise<boolean> {
  const theirs = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.user_id, userId), eq(kindOfMail, kind)))
  const ended = await tx
    .delete(mailLinks)
    .where(inArray(mailLinks.mail_id, theirs))
    .returning({ hash: mailLinks.token_hash })
  return token !== undefined && ended.some(({ hash }) => hash.equals(hashOf(token)))
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
