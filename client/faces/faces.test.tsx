import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOST_FACES } from '../../domain/faces/api.ts'
import { ADA, askForFaces, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { Face } from './Face.tsx'
import { FacePanel } from './FacePanel.tsx'

beforeEach(() => {
  setUser(ADA)
  askForFaces(true)
})
afterEach(forget)

const face = (name: string) => ({
  url: `/uploads/${name}.jpg`,
  urls: { default: `/uploads/${name}.jpg`, 48: `/uploads/${name}-48.jpg` },
  width: 384,
  height: 384
})
/** The address of the picture, or the letter, of each face on the page. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-letter]')].map(
    one => one.querySelector('img')?.getAttribute('src') ?? one.dataset.letter
  )

test('a page loads all faces in one call, and a person without a picture is a letter', { tags: 'D-35' }, async () => {
  const sent = respond({ 'GET /api/users/faces?usernames=ada%2Cbob': () => json({ faces: { ada: face('a') } }) })
  show(
    <>
      <Face username="ada" size={24} />
      <Face username="bob" />
      <Face username="ada" />
    </>
  )
  expect(shown()).toEqual(['A', 'B', 'A'])
  await waitFor(() => expect(shown()).toEqual(['/uploads/a.jpg', 'B', '/uploads/a.jpg']))
  expect(sent).toHaveLength(1)
  const image = document.querySelector('img')
  expect([image?.srcset, image?.sizes, image?.width, image?.height, image?.alt]).toEqual([
    '/uploads/a-48.jpg 48w, /uploads/a.jpg 384w',
    '24px',
    24,
    24,
    ''
  ])
})

test('the faces of 101 people load in two calls, each once', { tags: 'D-35' }, async () => {
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push((new URL(url, 'http://localhost').searchParams.get('usernames') ?? '').split(','))
    return json({ faces: { p0: face('a'), p100: face('b') } })
  })
  const people = Array.from({ length: MOST_FACES + 1 }, (_, index) => `p${index}`)
  show(people.map(username => <Face key={username} username={username} />))
  await waitFor(() => expect([shown()[0], shown()[100]]).toEqual(['/uploads/a.jpg', '/uploads/b.jpg']))
  expect(asked.map(({ length }) => length)).toEqual([MOST_FACES, 1])
  expect(new Set(asked.flat()).size).toBe(MOST_FACES + 1)
})

test('a person I have muted is a letter', async () => {
  setUser({ ...ADA, muted: ['bob'] })
  respond({ 'GET /api/users/faces?usernames=bob%2Cada': () => json({ faces: { bob: face('b'), ada: face('a') } }) })
  show(
    <>
      <Face username="bob" />
      <Face username="ada" />
    </>
  )
  await waitFor(() => expect(shown()).toEqual(['B', '/uploads/a.jpg']))
})

test('faces stay letters when the call fails', async () => {
  const sent = respond({})
  show(<Face username="ada" />)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(shown()).toEqual(['A'])
})

test('a face from the page’s data is shown at once, without a call', () => {
  const sent = respond({})
  show(
    <>
      <Face username="ada" known={face('a')} />
      <Face username="bob" known={null} />
    </>
  )
  expect(shown()).toEqual(['/uploads/a.jpg', 'B'])
  expect(sent).toEqual([])
})

/** Replaces the XMLHttpRequest that uploads the picture. */
class Request extends EventTarget {
  static answers: [status: number, body: object][] = []
  static sent: string[] = []
  upload = new EventTarget()
  status = 0
  responseText = ''
  open(method: string, address: string): void {
    Request.sent.push(`${method} ${address}`)
  }
  setRequestHeader(): void {}
  send(): void {
    const [status, body] = Request.answers.shift() ?? [500, {}]
    this.status = status
    this.responseText = JSON.stringify(body)
    queueMicrotask(() => this.dispatchEvent(new Event('load')))
  }
}

test('I can choose a picture for each of my persons, see why one is refused, and remove it', {
  tags: 'D-35'
}, async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  const of = (id: number, username: string) => ({
    id,
    username,
    title: username,
    path: `/${username}`,
    breadcrumbs: { person_title: username },
    is_current: id === 1 ? 1 : 0
  })
  const sent = respond({
    'GET /api/me/persons': () => json({ serverData: { persons: [of(1, 'ada'), of(2, 'countess')] } }),
    'GET /api/users/faces?usernames=ada%2Ccountess': () => json({ faces: { ada: face('a') } }),
    'DELETE /api/me/persons/countess/picture': () => json({})
  })
  const reason = 'Choose a picture: JPEG.'
  Request.answers = [
    [422, { message: reason, error: { message: reason } }],
    [200, face('c')]
  ]
  show(<FacePanel user={1} />)
  const input = await screen.findByLabelText<HTMLInputElement>('Picture of countess')
  await waitFor(() => expect(shown()).toEqual(['/uploads/a.jpg', 'C']))
  const choose = () => fireEvent.change(input, { target: { files: [new File(['x'], 'me.jpg')] } })
  choose()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(shown()).toEqual(['/uploads/a.jpg', 'C'])
  choose()
  await waitFor(() => expect(shown()).toEqual(['/uploads/a.jpg', '/uploads/c.jpg']))
  expect(screen.queryByText(reason)).toBeNull()
  expect(Request.sent).toEqual(Array(2).fill('POST /api/me/persons/countess/picture'))
  const remove = screen.getByRole('button', { name: 'Remove the picture of countess' })
  act(() => remove.focus())
  fireEvent.click(remove)
  expect(remove).toHaveProperty('disabled', false)
  await waitFor(() => expect(shown()).toEqual(['/uploads/a.jpg', 'C']))
  expect(sent.at(-1)?.method).toBe('DELETE')
  expect(remove.isConnected).toBe(false)
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

test.each(INHERITED)('a person called %s without a picture is a letter', { tags: 'D-35' }, async name => {
  respond({ [`GET /api/users/faces?usernames=${name}`]: () => json({ faces: {} }) })
  show(<Face username={name} />)
  await waitFor(() => expect(shown()).toEqual([name.slice(0, 1).toUpperCase()]))
})

test.each(INHERITED)('the picture of a person called %s is shown', { tags: 'D-35' }, async name => {
  const text = `{ "faces": { "${name}": ${JSON.stringify(face('a'))} } }`
  respond({ [`GET /api/users/faces?usernames=${name}`]: () => json(JSON.parse(text)) })
  show(<Face username={name} />)
  await waitFor(() => expect(shown()).toEqual(['/uploads/a.jpg']))
})
