import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionHutPage } from '../../domain/posts/api.ts'
import type { Post } from '../../domain/posts/post.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { person, roomOf, START, strangersRoom } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { openPurchase, purchaseSucceeded } from '../billing/purchase.ts'
import { setUser } from '../lib/user.ts'
import { type Thread, withPosts } from '../live/with-posts.ts'
import { SessionHutPage } from '../session-pages/SessionHutPage.tsx'
import { paragraphs, plainParagraphs } from '../ui/text/paragraphs.ts'

const PATH = '/sessions/study-hall/hut'
const STORE = 'POST /api/challenge-events/study-hall/posts'
let id = 900

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

function postOf(number: number, username: string, text: string, more: Partial<Post> = {}): Post {
  return {
    id: number,
    title: '',
    content: `<p>${text}</p>`,
    parent_id: null,
    username,
    created_at: new Date(START + number * 1000).toISOString(),
    is_deleted: 0,
    ...more
  }
}

const thread = (post: Post, replies: Post[] = []): Thread => ({ ...post, replies })

function open(posts: Thread[] = [], data: SessionData = roomOf()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const own = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  putPage(sessionHutPage, PATH, { ...own, page: 1, posts })
  show(<SessionHutPage />, PATH)
}

function hear(data: object, seq = 4): void {
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq, data }))
}

const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'What would you like to say?' })
const type = (text: string): void => void fireEvent.change(box(), { target: { value: text } })
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const cards = (): string[] => screen.queryAllByRole('article').map(card => card.getAttribute('aria-label') ?? '')

test('the discussion shows posts in the server’s order, with their replies', {
  tags: ['FOR-01', 'SES-025', 'SES-035', 'SES-055']
}, () => {
  const question = postOf(1, 'grace', 'Which book?', { title: 'Question' })
  open([
    thread(postOf(3, 'ada', 'Good morning')),
    thread(question, [postOf(2, 'ada', 'The red one', { parent_id: 1 })])
  ])
  expect(cards()).toEqual(['Post of ada', 'Question'])
  const card = within(screen.getByRole('article', { name: 'Question' }))
  expect(card.getByText('Which book?')).toBeTruthy()
  expect(card.getByText('grace')).toBeTruthy()
  expect(within(card.getByRole('list', { name: 'Replies' })).getByText('The red one')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Discuss' }).getAttribute('aria-current')).toBe('page')
})

test('a post is sent as item with a key, and the post that the server returns comes first', {
  tags: ['FOR-02', 'FOR-03']
}, async () => {
  const sent = respond({ [STORE]: () => json(postOf(9, 'ada', 'Hello', { title: 'Hi' })) })
  open([thread(postOf(1, 'grace', 'First'))])
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Hi' } })
  type('Hello <all>\nof you\n\nBye')
  press('Post')
  await waitFor(() => expect(cards()).toEqual(['Hi', 'Post of grace']))
  expect(sent[0]?.body?.item).toEqual({
    title: 'Hi',
    content: '<p>Hello &lt;all&gt;<br>of you</p><p>Bye</p>',
    parent_id: null
  })
  expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
  expect(box().value).toBe('')
})

test('a reply is sent with the id of its post and appears under it', { tags: 'FOR-05' }, async () => {
  const sent = respond({ [STORE]: () => json(postOf(9, 'ada', 'Me too', { parent_id: 1 })) })
  open([thread(postOf(1, 'grace', 'I am tired'))])
  press('Reply')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your reply' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Your reply' }), { target: { value: 'Me too' } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Reply' }).at(-1) as HTMLElement)
  expect(await within(await screen.findByRole('list', { name: 'Replies' })).findByText('Me too')).toBeTruthy()
  expect(sent[0]?.body?.item).toEqual({ title: '', content: '<p>Me too</p>', parent_id: 1 })
})

test('a visitor is asked to sign in, then the post is sent', { tags: ['FOR-04', 'SES-081'] }, async () => {
  const sent = respond({ [STORE]: () => json(postOf(9, 'ada', 'Hello')) })
  setUser(null)
  open([], strangersRoom())
  type('Hello')
  press('Post')
  expect(getSignIn().open).toBe(true)
  expect(box().value).toBe('Hello')
  act(() => {
    setUser(ADA)
    void signInSucceeded()
  })
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a person who has not joined is asked to, and joining sends the post', {
  tags: ['FOR-04', 'SES-082']
}, async () => {
  const ok = { error: null, error_code: null }
  const sent = respond({
    'POST /api/challenge-events/study-hall/join': () => json({ participant: person('ada'), ...ok }),
    [STORE]: () => json(postOf(9, 'ada', 'Hello'))
  })
  open([], strangersRoom())
  type('Hello')
  press('Post')
  const warning = await screen.findByRole('alert', { name: '' }).catch(() => null)
  expect(warning ?? screen.getAllByText('Please join the challenge to use that feature.')[0]).toBeTruthy()
  expect(sent).toHaveLength(0)
  fireEvent.click(within(screen.getByRole('region', { name: 'Messages' })).getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(cards()).toEqual(['Post of ada']))
})

test('a removed person sees that they were removed, and the typed text stays', {
  tags: ['D-72', 'FOR-04']
}, async () => {
  const sent = respond({})
  open([], { ...strangersRoom(), isRemoved: true })
  type('Hello')
  press('Post')
  expect((await screen.findAllByText('You were removed from this session.'))[0]).toBeTruthy()
  expect(screen.queryByText('Please join the challenge to use that feature.')).toBeNull()
  expect([box().value, sent.length]).toEqual(['Hello', 0])
})

test('a refused post stays in the form with the reason, and is sent again with the same key', {
  tags: 'D-108'
}, async () => {
  const responses = [
    () => json({ message: 'Slow down.', error: 'Slow down.' }, 429),
    () => json(postOf(9, 'ada', 'Hi'))
  ]
  const sent = respond({ [STORE]: () => (responses.shift() as () => Response)() })
  open()
  type('Hi')
  press('Post')
  expect(await screen.findByText('Slow down.')).toBeTruthy()
  expect(box().value).toBe('Hi')
  press('Post')
  await waitFor(() => expect(cards()).toEqual(['Post of ada']))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('text typed while a post is being sent stays and becomes another post', { tags: 'D-108' }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const responses = [
    () => held.then(() => json(postOf(8, 'ada', 'Hello'))),
    () => Promise.resolve(json(postOf(9, 'ada', 'And one more')))
  ]
  const sent = respond({ [STORE]: () => (responses.shift() as () => Promise<Response>)() })
  open()
  type('Hello')
  press('Post')
  await waitFor(() => expect(sent).toHaveLength(1))
  type('And one more')
  release()
  await waitFor(() => expect(cards()).toHaveLength(1))
  expect(box().value).toBe('And one more')
  press('Post')
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(box().value).toBe('')
  expect(sent[1]?.headers['idempotency-key']).not.toBe(sent[0]?.headers['idempotency-key'])
})

test('after a lost response the page says that the first text was posted, and keeps the changed one', {
  tags: 'D-108'
}, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const sent = respond({ [STORE]: keyed(() => postOf(9, 'ada', 'Helo')) })
  open()
  type('Helo')
  press('Post')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  type('Hello')
  press('Post')
  expect(await screen.findByText(/Your first version was posted/)).toBeTruthy()
  expect([cards(), box().value]).toEqual([['Post of ada'], 'Hello'])
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a post that never arrived is sent with its later changes', { tags: 'D-108' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const sent = respond({ [STORE]: keyed(() => postOf(9, 'ada', 'Hello'), 'request') })
  open()
  type('Helo')
  press('Post')
  expect(await screen.findByText(/didn’t answer/)).toBeTruthy()
  type('Hello')
  press('Post')
  await waitFor(() => expect(cards()).toEqual(['Post of ada']))
  expect(sent.map(({ body }) => body?.item)).toMatchObject([{ content: '<p>Helo</p>' }, { content: '<p>Hello</p>' }])
  expect(box().value).toBe('')
})

test('the reply form stays open if its text changed while it was being sent', { tags: 'FOR-05' }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  respond({ [STORE]: () => held.then(() => json(postOf(9, 'ada', 'Me too', { parent_id: 1 }))) })
  open([thread(postOf(1, 'grace', 'I am tired'))])
  press('Reply')
  const reply = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Your reply' })
  fireEvent.change(reply(), { target: { value: 'Me too' } })
  fireEvent.submit(reply().closest('form') as HTMLFormElement)
  fireEvent.change(reply(), { target: { value: 'Me too, since noon' } })
  release()
  await screen.findByRole('list', { name: 'Replies' })
  expect(reply().value).toBe('Me too, since noon')
})

test('an empty post is not sent', { tags: 'D-108' }, () => {
  const sent = respond({})
  open()
  press('Post')
  expect(screen.getByText('Please write something.')).toBeTruthy()
  expect(sent).toHaveLength(0)
})

test('a card taller than 300 px is cut, and Read More at 253 px opens it', {
  tags: ['FOR-06', 'FOR-07', 'D-121']
}, () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(301)
  open([thread(postOf(1, 'grace', 'Long'))])
  const more = screen.getByRole('button', { name: /^Read More/ })
  expect(more.textContent).toBe('Read More')
  expect(more.style.top).toBe('253px')
  expect(more.closest('[data-cut]')?.querySelector<HTMLElement>('div[style]')?.style.maxHeight).toBe('300px')
  fireEvent.click(more)
  expect(screen.queryByRole('button', { name: /^Read More/ })).toBeNull()
  expect(document.querySelector('[data-cut]')).toBeNull()
})

test('a card of 300 px is shown whole', { tags: 'FOR-06' }, () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(300)
  open([thread(postOf(1, 'grace', 'Short'))])
  expect(screen.queryByRole('button', { name: /^Read More/ })).toBeNull()
})

test('posts, replies and deletions of others appear without a reload', { tags: 'FOR-01' }, async () => {
  open([thread(postOf(1, 'grace', 'First'))])
  hear({ posts: [postOf(2, 'bob', 'Second')] })
  await waitFor(() => expect(cards()).toEqual(['Post of bob', 'Post of grace']))
  hear({ posts: [postOf(3, 'bob', 'A reply', { parent_id: 1 })] }, 5)
  expect(await screen.findByText('A reply')).toBeTruthy()
  hear({ deleted_posts: [2, 3] }, 6)
  await waitFor(() => expect(cards()).toEqual(['Post of grace']))
  expect(screen.queryByText('A reply')).toBeNull()
})

test('deleting my post asks first, and a post with replies then says "deleted"', { tags: 'D-131' }, async () => {
  const gone = postOf(1, 'ada', 'deleted', { is_deleted: 1 })
  const sent = respond({ 'DELETE /api/posts/1': () => json({ post: gone }) })
  open([thread(postOf(1, 'ada', 'Mistake'), [postOf(2, 'grace', 'What?', { parent_id: 1 })])])
  press('Menu of the post of ada')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(sent).toHaveLength(0)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('deleted')).toBeTruthy()
  expect(screen.queryByText('Mistake')).toBeNull()
  expect(screen.getByText('What?')).toBeTruthy()
})

test('a guest cannot delete posts of others', { tags: 'D-131' }, async () => {
  open([thread(postOf(1, 'grace', 'Hello'))], roomOf({}, { isOwner: false, me: person('ada') }))
  press('Menu of the post of grace')
  expect(await screen.findByRole('menuitem', { name: 'Mute grace' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('a later page ignores new posts, and shows changes of its own posts', { tags: 'D-22' }, () => {
  const later = { page: 2, posts: [thread(postOf(1, 'grace', 'Old'))] }
  const change = { posts: [postOf(9, 'bob', 'New'), postOf(1, 'grace', 'deleted', { is_deleted: 1 })] }
  expect(withPosts(later, change).posts.map(({ id: number, is_deleted }) => [number, is_deleted])).toEqual([[1, 1]])
  const again = withPosts({ page: 1, posts: later.posts }, { posts: [postOf(9, 'bob', 'New')] })
  expect(withPosts(again, { posts: [postOf(9, 'bob', 'New')] }).posts).toHaveLength(2)
})

test('text that is converted to paragraphs and back stays the same', { tags: 'D-108' }, () => {
  const text = 'One & "two"\nthree\n\n<b>four</b>'
  expect(plainParagraphs(paragraphs(text))).toBe(text)
})

test('a post refused for lack of tokens is sent once after a purchase', {
  tags: 'D-13'
}, async () => {
  const out = 'You’ve run out of tokens.'
  let isOut = true
  const sent = respond({
    [STORE]: () =>
      isOut
        ? json({ message: out, error: out, error_code: 'INSUFFICIENT_TOKENS' }, 402)
        : json(postOf(9, 'ada', 'Hello'))
  })
  open()
  type('Hello')
  press('Post')
  expect(await screen.findByText(out)).toBeTruthy()
  press('Post')
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByText(out)
  isOut = false
  act(openPurchase)
  await act(() => purchaseSucceeded(''))
  await act(() => purchaseSucceeded(''))
  await waitFor(() => expect(cards()).toEqual(['Post of ada']))
  expect([sent.length, box().value, screen.queryByText(out)]).toEqual([3, '', null])
})

test('an account that waits for approval reads why it cannot post, and sees no form', { tags: 'D-146' }, async () => {
  setUser({ ...ADA, is_unapproved: 1 })
  open([thread(postOf(1, 'grace', 'Hello'))])
  expect(await screen.findByText('You can write here once an admin has approved your account.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
})
