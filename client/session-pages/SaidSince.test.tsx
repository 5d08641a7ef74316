import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '../../domain/posts/post.ts'
import { sessionPage } from '../../domain/sessions/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { roomOf, START } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { NOBODY, presence } from '../live/presence.ts'
import { SessionPage } from './SessionPage.tsx'

const PATH = '/sessions/study-hall'
const END = START + 3_600_000
let id = 300

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  vi.useFakeTimers({ toFake: ['Date'], now: END + 120_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(forget)

function post(number: number, username: string, content: string, at = END + 60_000): Post & { replies: Post[] } {
  const created_at = new Date(at).toISOString()
  return { id: number, title: '', content, parent_id: null, username, created_at, is_deleted: 0, replies: [] }
}

function open(posts: Post[], muted: string[] = []): ReturnType<typeof respond> {
  setUser({ ...ADA, muted })
  const room = roomOf({ id, status: SessionStatus.Ended, ended_at: new Date(END).toISOString() })
  const sent = respond({
    'GET /api/sessions/study-hall/hut': () => json({ serverData: { ...room, page: 1, posts } }),
    'POST /api/faces': () => json({ faces: {} })
  })
  putPage(sessionPage, PATH, room)
  show(<SessionPage />, PATH)
  return sent
}

const said = async () => within(await screen.findByRole('region', { name: 'Said since the end' }))

test('the result shows what was posted since the end', { tags: 'D-108' }, async () => {
  open([post(3, 'bob', '<p>Thank you all!</p>'), post(2, 'eve', '<p>Hello</p>', START + 60_000)])
  const region = await said()
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/bob Thank you all!$/)
  ])
  expect(region.getByRole('link', { name: 'See all in Discuss' }).getAttribute('href')).toBe(`${PATH}/hut`)
})

test('a post that arrives while the result is open is shown at once', { tags: 'D-108' }, async () => {
  open([post(3, 'bob', '<p>Thank you all!</p>')])
  await said()
  const data = { posts: [post(4, 'eve', '<p>See you</p>')] }
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data }))
  expect((await said()).getByText(/See you/)).toBeTruthy()
})

test('people I muted are left out', { tags: 'D-108' }, async () => {
  open([post(4, 'eve', '<p>Thanks</p>'), post(3, 'bob', '<p>Thank you all!</p>')], ['eve'])
  expect((await said()).getAllByRole('listitem')).toHaveLength(1)
})

test('in a full room the requests for posts spread over three seconds', { tags: 'D-108' }, async () => {
  vi.useFakeTimers({ now: END + 120_000 })
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  presence.set({ ...NOBODY, online: 2000 })
  const sent = open([post(3, 'bob', '<p>Thank you all!</p>')])
  const asked = () => sent.filter(({ url }) => url.endsWith('/hut')).length
  await act(() => vi.advanceTimersByTimeAsync(2699))
  expect(asked()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(asked()).toBe(1)
  presence.set(NOBODY)
})
