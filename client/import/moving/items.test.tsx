/** Items go out as a zip of Markdown files with pictures, and come in again. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importPage } from '../../../domain/import/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { ExportPanel } from '../../export/ExportPanel.tsx'
import { setUser } from '../../lib/user.ts'
import { ImportPage } from '../ImportPage.tsx'

const UUID = '5b1d8a0e-3f0a-4c57-9c0e-1f2a3b4c5d6e'
const NAME = 'b'.repeat(32)
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2, 3])
const MADE = { id: 8, uuid: 'u', file_name: 'a.zip', logs: 0, items: 2, created_at: '2026-01-10T18:30:00.000Z' }
const AT = '2025-01-02T03:04:05.000Z'
const book = { id: 1, slug: 'letters', title: 'Letters', status: 1, is_book: true, created_at: AT, updated_at: AT }
const letter = {
  ...{ ...book, id: 2, slug: 'first', title: 'First', is_book: false, parent_id: 1, book: 'letters', published_at: AT },
  content: `<p>Dear <strong>all</strong></p><figure class="image"><img src="/uploads/${NAME}.jpg" alt="Me"></figure>`
}

let saved: Blob[]
beforeEach(() => {
  saved = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    saved.push(file as Blob)
    return 'blob:'
  })
  setUser(ADA)
})
afterEach(forget)

/** Uploads go through XMLHttpRequest. */
function takeUploads(response: object, status = 200): string[] {
  const sent: string[] = []
  class Upload extends EventTarget {
    upload = new EventTarget()
    status = status
    responseText = JSON.stringify(response)
    open() {}
    setRequestHeader() {}
    send(body: FormData) {
      sent.push((body.get('file') as File).name)
      setTimeout(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  return sent
}

async function choose(file: File) {
  putPage(importPage, '/my/logs/import', { goals: [], imports: [] })
  show(<ImportPage />, '/my/logs/import')
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [file] } })
}

const zipOf = (files: Record<string, Uint8Array>): File => new File([new Uint8Array(zipSync(files))], 'a.zip')

async function exportItems(items: object[]): Promise<Record<string, Uint8Array>> {
  respond({
    'GET /api/account/export/items.json': () => json({ format: 'challenge-hut-items', source: 'moved.1.abc', items }),
    [`GET /uploads/${NAME}.jpg`]: () => new Response(JPEG)
  })
  show(<ExportPanel />)
  fireEvent.click(screen.getByRole('button', { name: 'Items (Markdown)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [zip] = saved
  return unzipSync(new Uint8Array((await zip?.arrayBuffer()) ?? new ArrayBuffer()))
}

test('items go into a zip of Markdown files with their pictures', { tags: 'D-131' }, async () => {
  const files = await exportItems([book, letter])
  expect(Object.keys(files)).toEqual(['letters.md', 'first.md', `pictures/${NAME}.jpg`])
  const text = strFromU8(files['first.md'] ?? new Uint8Array())
  expect(text).toContain('title: "First"\nslug: "first"\nkind: "item"\nstate: "published"\ngroup: "letters"\n')
  expect(text).toContain(`\nDear **all**\n\n![Me](pictures/${NAME}.jpg)\n`)
  expect(files[`pictures/${NAME}.jpg`]).toEqual(JPEG)
})

test('a zip of items is previewed and imported with its pictures, and published only when asked', {
  tags: 'D-131'
}, async () => {
  const files = await exportItems([book, letter])
  const picture = { url: '/uploads/new.jpg', urls: { default: '/uploads/new.jpg' }, width: 4, height: 3 }
  const uploads = takeUploads(picture)
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [{ key: 'moved.1.abc.items.1', name: 'letters' }], free: ['first'] }),
    'POST /api/moves/items': () => json({ import: MADE, added: 1 })
  })
  await choose(zipOf(files))
  expect(await screen.findByText('You have 1 of these items already.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Items' }).textContent).toBe('FirstItem · unpublished')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Publish what was published' }))
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 item' }))
  expect(await screen.findByText('1 item imported.')).toBeTruthy()
  expect(uploads).toEqual([`${NAME}.jpg`])
  const [call] = sent.filter(({ url }) => url.endsWith('/moves/items'))
  expect(call?.body?.items).toMatchObject([
    {
      ...{ key: 'moved.1.abc.items.2', book: 'moved.1.abc.items.1', status: 1, slug: 'first', created_at: AT },
      content:
        '<p>Dear <strong>all</strong></p><figure class="image"><img src="/uploads/new.jpg" alt="Me" width="4" height="3"></figure>'
    }
  ])
})

test('a picture that is missing or refused is named, and the item comes without it', { tags: 'D-131' }, async () => {
  takeUploads({ error: { message: 'No picture.' } }, 422)
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [], free: [] }),
    'POST /api/moves/items': () => json({ import: MADE, added: 1 })
  })
  await choose(zipOf({ 'a.md': strToU8('# A\n\n![x](lost.jpg)\n\n![y](bad.png)\n\nText'), 'bad.png': JPEG }))
  expect(await screen.findByText('a.md: 1 picture isn’t in the file.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 item' }))
  expect(await screen.findByText('bad.png: No picture.')).toBeTruthy()
  const [call] = sent.filter(({ url }) => url.endsWith('/moves/items'))
  expect(call?.body?.items).toMatchObject([{ title: 'A', content: '<p>Text</p>', status: 0 }])
})

test('one Markdown file is an item; a broken zip gets a sentence', { tags: 'D-131' }, async () => {
  respond({ 'POST /api/moves/found': () => json({ found: [], free: [] }) })
  await choose(new File(['PK nothing'], 'a.zip'))
  expect(await screen.findByText('This zip is broken.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [new File(['Text'], 'My day.md')] } })
  expect(await screen.findByText('Items in “My day.md”')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Items' }).textContent).toBe('My dayItem · unpublished')
})

test('an interrupted import says so and continues with what is missing', { tags: 'D-16' }, async () => {
  let tries = 0
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [], free: [] }),
    'POST /api/moves/items': () =>
      tries++ === 0
        ? json({ message: 'Enough for today.', error: 'Enough for today.' }, 429)
        : json({ import: MADE, added: 1 })
  })
  await choose(new File(['# A'], 'a.md'))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 item' }))
  expect(await screen.findByText(/^Enough for today\. Continue when you’re ready/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('1 item imported.')).toBeTruthy()
  const [first, second] = sent.filter(({ url }) => url.endsWith('/moves/items'))
  expect(second?.body).toEqual(first?.body)
})

test('a zip of everything brings items and their pictures; JSON alone says that they are missing', {
  tags: 'LOG-28'
}, async () => {
  const profile = { id: 12, created_at: AT, time_zone: 'UTC', day_start: 0, rest_days: [], has_streaks: true }
  const everything = JSON.stringify({
    ...{ format: 'challenge-hut-export', version: 1, site: 'Old Hut', profile: [profile], items: [book, letter] },
    activities: [
      {
        ...{ id: 4, slug: 'squats', title: 'Squats', duration: 600, content: letter.content },
        plan: {
          ...{ version: 1, tasks: [], timers: [] },
          parts: [{ uuid: UUID, parts: [{ uuid: UUID, title: 'Down', content: letter.content }] }]
        }
      }
    ]
  })
  const uploads = takeUploads({ url: '/uploads/new.jpg', urls: { default: '/uploads/new.jpg' }, width: 4, height: 3 })
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [], free: [] }),
    'POST /api/challenges': () => json({ challenge: { slug: 'squats-2' } }),
    'POST /api/moves/made': () => json({ import: MADE }),
    'POST /api/moves/items': () => json({ import: MADE, added: 2 }),
    'PATCH /api/account/days': () => json({ user: ADA }),
    'PATCH /api/account/units': () => json({ user: ADA })
  })
  await choose(new File([everything], 'everything.json'))
  expect(await screen.findByText('First: 1 picture isn’t in the file.')).toBeTruthy()
  expect(screen.getByText('activity “Squats”: 2 pictures aren’t in the file.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
  const zip = zipOf({ 'everything.json': strToU8(everything), [`pictures/${NAME}.jpg`]: JPEG })
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [zip] } })
  expect(await screen.findByText('2 items')).toBeTruthy()
  expect(screen.queryByText(/isn’t in the file/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Move in' }))
  expect(await screen.findByText('2 of your goals, logs, notes and items were added.')).toBeTruthy()
  expect(uploads).toEqual([`${NAME}.jpg`])
  const bodyOf = (end: string) => sent.find(({ url }) => url.endsWith(end))?.body
  expect(bodyOf('/moves/made')).toMatchObject({
    section: 'activities',
    keys: [expect.stringMatching(/activities\.4$/)]
  })
  expect(bodyOf('/moves/items')?.items).toMatchObject([
    { title: 'Letters', is_book: 1, status: 0 },
    { title: 'First', book: expect.stringMatching(/items\.1$/), content: expect.stringContaining('/uploads/new.jpg') }
  ])
})

const link = (href: string): string => `<a href="${href}">x</a>`
const linksIn = (html: unknown): (string | null)[] =>
  [...new DOMParser().parseFromString(String(html), 'text/html').querySelectorAll('a')].map(a => a.getAttribute('href'))

interface Body {
  items: { slug: string; content: string }[]
  challenge: { content: string }
  rows: object[]
}

test('links between things that come along lead to them here; others stay', { tags: 'LOG-28' }, async () => {
  const profile = { id: 12, created_at: AT, time_zone: 'UTC', day_start: 0, rest_days: [], has_streaks: true }
  const old = [
    ...['/letters/first?x=1#end', '/old/First/', 'https://old.example/letters/first', '/old', '/activities/squats'],
    ...['/letters/gone', 'https://other.example/letters/first', '//old.example/first', '/my/goals/3', 'mailto:a@b.c']
  ]
  const here = [
    ...['/letters-2/first?x=1#end', '/letters-2/first', '/letters-2/first', '/ada', '/activities/squats-2'],
    ...old.slice(5)
  ]
  const content = `<p>${old.map(link).join('')}</p>`
  const everything = {
    ...{ format: 'challenge-hut-export', version: 1, address: 'https://old.example', profile: [profile] },
    persons: [{ id: 7, username: 'old', is_current: true }],
    items: [
      { ...book, person_id: 7 },
      { ...letter, person_id: 7, content }
    ],
    notes: [
      { id: 3, title: 'See', content: 'At https://old.example/first, or https://old.example/gone.', created_at: AT }
    ],
    activities: [
      {
        ...{ id: 4, slug: 'squats', title: 'Squats', duration: 600, content },
        plan: { version: 1, parts: [], tasks: [], timers: [] }
      }
    ]
  }
  const sent = respond({
    'POST /api/moves/found': ({ body }) => json({ found: [], free: body?.section === 'items' ? ['first'] : [] }),
    'POST /api/challenges': () => json({ challenge: { slug: 'squats-2' } }),
    'POST /api/moves': () => json({ import: MADE, added: 1, existing: 0, wrong: [] }),
    'POST /api/moves/made': () => json({ import: MADE }),
    'POST /api/moves/items': () => json({ import: MADE, added: 2 }),
    'PATCH /api/account/days': () => json({ user: ADA }),
    'PATCH /api/account/units': () => json({ user: ADA })
  })
  await choose(new File([JSON.stringify(everything)], 'everything.json'))
  fireEvent.click(await screen.findByRole('button', { name: 'Move in' }))
  await screen.findByText(/were added/)
  const bodyOf = (end: string): Body => sent.find(({ url }) => url.endsWith(end))?.body as unknown as Body
  const [group, item] = bodyOf('/moves/items').items
  expect(group?.slug).toMatch(/^letters-[a-z0-9]{5}$/)
  const named = (hrefs: (string | null)[]) => hrefs.map(href => href?.replace(String(group?.slug), 'letters-2'))
  expect(named(linksIn(item?.content))).toEqual(here)
  // An activity is made before its address is known.
  expect(named(linksIn(bodyOf('/challenges').challenge.content))).toEqual(here.with(4, '/activities/squats'))
  expect(bodyOf('/moves').rows).toMatchObject([
    { content: `At ${location.origin}/${group?.slug}/first, or https://old.example/gone.` }
  ])
})

test('links between Markdown files of an export lead to the items here', { tags: 'D-131' }, async () => {
  const text = (name: string, more: string, body: string): Uint8Array =>
    strToU8(`---\ntitle: "${name}"\nslug: "${name}"\naddress: "https://old.example/ada2/${name}"\n${more}---\n${body}`)
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [], free: ['one', 'two'] }),
    'POST /api/moves/items': () => json({ import: MADE, added: 2 })
  })
  const body = '[a](/ada2/two) [b](https://old.example/two) [c](/two#x) [d](/ada2/three)'
  await choose(zipOf({ 'one.md': text('one', '', body), 'two.md': text('two', '', 'Hi') }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 2 items' }))
  await screen.findByText('2 items imported.')
  const items = sent.find(({ url }) => url.endsWith('/moves/items'))?.body?.items as { content: string }[]
  expect(linksIn(items[0]?.content)).toEqual(['/ada/two', '/ada/two', '/ada/two#x', '/ada2/three'])
})

test('an item keeps the time at which it will be public, unless it has passed or nothing is published', {
  tags: 'D-162'
}, async () => {
  const scheduled = (name: string, at: string): Uint8Array =>
    strToU8(`---\ntitle: "${name}"\nscheduled: "${at}"\n---\n`)
  const sent = respond({
    'POST /api/moves/found': () => json({ found: [], free: [] }),
    'POST /api/moves/items': () => json({ import: MADE, added: 2 })
  })
  const soon = '2098-01-01T00:00:00.000Z'
  const zip = zipOf({ 'soon.md': scheduled('Soon', soon), 'late.md': scheduled('Late', '2020-01-01T00:00:00Z') })
  const times = () => {
    const body = sent.findLast(({ url }) => url.endsWith('/moves/items'))?.body
    return (body as unknown as { items: { publish_at: string | null }[] }).items
      .map(({ publish_at }) => publish_at)
      .sort()
  }
  await choose(zip)
  expect(await screen.findByText('1 item will be public at the chosen time.')).toBeTruthy()
  expect(screen.getByText('late.md: The time to publish it has passed. It arrives unpublished.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 items' }))
  await screen.findByText('2 items imported.')
  expect(times()).toEqual([null, null])
  fireEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [zip] } })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Publish what was published' }))
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 items' }))
  await screen.findByText('2 items imported.')
  expect(times()).toEqual([soon, null])
})
