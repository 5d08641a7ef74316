import { aliasedTable, and, asc, desc, eq, exists, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { MOST_REPLIES } from '../../domain/posts/api.ts'
import { DELETED_TEXT, type Post } from '../../domain/posts/post.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { finderByKey, findRow, hasRow } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { posts } from '../db/schema/discussion.ts'
import { isOneOf, type Slice } from '../lib/paging.ts'

export type PostRow = typeof posts.$inferSelect

const columns = {
  id: posts.id,
  title: posts.title,
  content: posts.content,
  parent_id: posts.parent_id,
  username: users.username,
  created_at: posts.created_at,
  deleted_at: posts.deleted_at,
  hidden_at: posts.hidden_at
}

const select = (db: Handle) => db.select(columns).from(posts).innerJoin(users, eq(users.id, posts.user_id))

type Row = Awaited<ReturnType<typeof select>>[number]

/** Top-level posts, the newest first; a deleted one only while it has replies (D-131). */
export async function listPosts(db: Database, sessionId: number, slice: Slice): Promise<Post[]> {
  const reply = aliasedTable(posts, 'reply')
  const hasReplies = exists(
    db
      .select({ id: reply.id })
      .from(reply)
      .where(and(eq(reply.parent_id, posts.id), isNull(reply.deleted_at)))
  )
  const rows = await select(db)
    .where(and(eq(posts.session_id, sessionId), isNull(posts.parent_id), or(isNull(posts.deleted_at), hasReplies)))
    .orderBy(desc(posts.id))
    .limit(slice.limit)
    .offset(slice.offset)
  return rows.map(toWirePost)
}

/** The newest replies of each of these posts, the oldest of them first. */
export async function listReplies(db: Database, parentIds: number[]): Promise<Map<number, Post[]>> {
  const byParent = new Map<number, Post[]>()
  if (parentIds.length === 0) return byParent
  const rows = await select(db)
    .where(
      sql`${posts.id} in (select newest.id from unnest(${sql.param(parentIds)}::bigint[]) as parent(id),
        lateral (select r.id from posts r where r.parent_id = parent.id and r.deleted_at is null
          order by r.id desc limit ${MOST_REPLIES}) newest)`
    )
    .orderBy(asc(posts.id))
  for (const row of rows) {
    const parent = row.parent_id as number
    byParent.set(parent, [...(byParent.get(parent) ?? []), toWirePost(row)])
  }
  return byParent
}

export const findPostByKey = finderByKey(posts)

export async function getPost(db: Handle, id: number): Promise<Post> {
  const [row] = await select(db).where(eq(posts.id, id))
  if (!row) throw new Error(`post ${id} is gone`)
  return toWirePost(row)
}

/** A post that was not deleted. */
export function findPostRow(db: Handle, id: number): Promise<PostRow | null> {
  return findRow(db, posts, and(eq(posts.id, id), isNull(posts.deleted_at)))
}

export function hasReplies(tx: Transaction, id: number): Promise<boolean> {
  return hasRow(tx, posts, and(eq(posts.parent_id, id), isNull(posts.deleted_at)))
}

export function isDeleted(tx: Transaction, id: number): Promise<boolean> {
  return hasRow(tx, posts, and(eq(posts.id, id), isNotNull(posts.deleted_at)))
}

export async function insertPost(tx: Transaction, post: typeof posts.$inferInsert): Promise<number> {
  const [row] = await tx.insert(posts).values(post).returning({ id: posts.id })
  if (!row) throw new Error('the post was not inserted')
  return row.id
}

export async function markDeleted(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(posts).set({ deleted_at: now }).where(eq(posts.id, id))
}

/** Hides posts, or shows them again. Returns them as everyone sees them now. */
export async function setPostsHidden(tx: Transaction, ids: number[], hiddenAt: Date | null): Promise<Post[]> {
  await tx
    .update(posts)
    .set({ hidden_at: hiddenAt })
    .where(isOneOf(sql`${posts.id}`, ids))
  const rows = await select(tx)
    .where(isOneOf(sql`${posts.id}`, ids))
    .orderBy(posts.id)
  return rows.map(toWirePost)
}

function toWirePost(row: Row): Post {
  const gone = row.deleted_at !== null
  const isHidden = !gone && row.hidden_at !== null
  return {
    id: row.id,
    title: gone || isHidden ? '' : row.title,
    content: gone ? DELETED_TEXT : isHidden ? '' : row.content,
    parent_id: row.parent_id,
    username: row.username,
    created_at: row.created_at.toISOString(),
    is_deleted: gone ? 1 : 0,
    ...(isHidden ? { is_hidden: 1 as const } : {})
  }
}
