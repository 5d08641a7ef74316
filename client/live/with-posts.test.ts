import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DELETED_TEXT, type Post } from '../../domain/posts/post.ts'
import { type Discussion, type Thread, withPosts } from './with-posts.ts'

const post = (id: number, more: Partial<Post> = {}): Post => ({
  ...{ id, title: `Post ${id}`, content: '<p>Text</p>', parent_id: null, username: 'ada' },
  ...{ created_at: '2026-05-01T10:00:00.000Z', is_deleted: 0, ...more }
})
const reply = (id: number, parent_id: number, more: Partial<Post> = {}): Post => post(id, { parent_id, ...more })
const thread = (id: number, ...replies: Post[]): Thread => ({ ...post(id), replies })
const first = (...posts: Thread[]): Discussion => ({ page: 1, posts })
const shape = ({ posts = [] }: Discussion) => posts.map(({ id, replies }) => [id, ...replies.map(one => one.id)])

test('a new post comes first, and only on the first page', { tags: 'D-108' }, () => {
  const before = first(thread(5), thread(3))
  expect(shape(withPosts(before, { posts: [post(6)] }))).toEqual([[6], [5], [3]])
  expect(shape(withPosts({ ...before, page: 2 }, { posts: [post(6)] }))).toEqual([[5], [3]])
  expect(shape(withPosts(first(), { posts: [post(1)] }))).toEqual([[1]])
})

test('a changed post that the page does not show is not added as new', { tags: 'D-108' }, () => {
  expect(shape(withPosts(first(thread(5)), { posts: [post(2)] }))).toEqual([[5]])
})

test('replies appear under their post by id, each once', { tags: 'D-108' }, () => {
  const one = withPosts(first(thread(5, reply(7, 5)), thread(3)), { posts: [reply(8, 5), reply(6, 5)] })
  expect(shape(one)).toEqual([[5, 6, 7, 8], [3]])
  const edited = withPosts(one, { posts: [reply(7, 5, { content: '<p>Better</p>' })] })
  expect(shape(edited)).toEqual(shape(one))
  expect(edited.posts?.[0]?.replies[1]?.content).toBe('<p>Better</p>')
  expect(shape(withPosts(one, { posts: [reply(9, 99)] }))).toEqual(shape(one))
})

test('an edited post keeps its place and its replies', { tags: 'D-108' }, () => {
  const after = withPosts(first(thread(5), thread(3, reply(4, 3))), { posts: [post(3, { title: 'New title' })] })
  expect(shape(after)).toEqual([[5], [3, 4]])
  expect(after.posts?.[1]?.title).toBe('New title')
})

test('a deleted post is removed, or stays marked as deleted if it has replies', {
  tags: 'D-131'
}, () => {
  const before = first(thread(5), thread(3, reply(4, 3)))
  expect(shape(withPosts(before, { deleted_posts: [5, 4] }))).toEqual([[3]])
  const emptied = post(3, { is_deleted: 1, content: DELETED_TEXT })
  expect(withPosts(before, { posts: [emptied] }).posts?.[1]).toMatchObject({ id: 3, is_deleted: 1 })
  expect(shape(withPosts(before, { posts: [post(9, { is_deleted: 1 })] }))).toEqual([[5], [3, 4]])
})

test('pages without posts, and events without posts, return the same object', () => {
  const chat: Discussion = {}
  expect(withPosts(chat, { posts: [post(1)] })).toBe(chat)
  const before = first(thread(5))
  expect(withPosts(before, {})).toBe(before)
  expect(withPosts(before, { posts: [], deleted_posts: [] })).toBe(before)
})

test('applying the same changes twice has the same result as once', { tags: ['D-108', 'D-105'] }, () => {
  const news = fc.record({
    // A reply always has the same parent, and comes after it.
    posts: fc
      .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 1, max: 5 }))), { maxLength: 4 })
      .map(made => made.map(([id, parent]) => (parent === null ? post(id) : reply(id + 10 * parent, parent))))
      .map(posts => posts.toSorted((one, other) => Number(one.parent_id !== null) - Number(other.parent_id !== null))),
    deleted_posts: fc.array(fc.integer({ min: 1, max: 59 }), { maxLength: 2 })
  })
  fc.assert(
    fc.property(fc.array(news, { maxLength: 6 }), all => {
      let page = first(thread(3, reply(34, 3)), thread(1))
      for (const one of all) {
        page = withPosts(page, one)
        const again = withPosts(page, one)
        // Skip deletions: a deleted post that is reported as new again would be another event.
        if (one.deleted_posts.length === 0) expect(again).toEqual(page)
        const ids = shape(page).flat()
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { seed: 108, numRuns: 200 }
  )
})
