import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { type Endpoint, fillPath } from '../../domain/lib/endpoint.ts'
import { MOST_PICTURE_BYTES } from '../../domain/lib/limits.ts'
import { updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { copyPicture } from '../../domain/uploads/api.ts'
import { PICTURES_LEFT_OUT, readLeftOut } from '../../domain/uploads/left-out.ts'
import { countRows } from '../../testing/database/rows.ts'
import { createAdasThings, namedContracts, withBody } from '../../testing/input/bad-requests.ts'
import { photo } from '../../testing/input/pictures.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { isPublicAddress } from './public-address.ts'
import { fetchPublic, type Network } from './public-fetch.ts'

/** The only public address in these tests. All names lead to it, except one that leads into this machine. */
const OPEN = '127.0.0.1'
const asked: string[] = []
let network: Network
let world: World
let ada: Caller
let site: string
let picture: Buffer

const answer: RequestListener = ({ url = '', headers }, response) => {
  asked.push(`${headers.host?.split(':')[0]}${url}`)
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  if (url === '/a.jpg' || url === '/b.jpg?size=1&more=2') response.end(picture)
  else if (url === '/moved') redirect('/a.jpg')
  else if (url === '/round') redirect('/round')
  else if (url === '/inside') redirect(`http://inside.example:${new URL(site).port}/secret`)
  else if (url === '/literal') redirect('http://169.254.169.254/latest/meta-data/')
  else if (url === '/page') response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>')
  else if (url === '/endless') response.end(Buffer.alloc(MOST_PICTURE_BYTES + 1))
  else if (url === '/never') response.write('GIF89a')
  else response.writeHead(404).end()
}
const server = createServer(answer)

beforeAll(async () => {
  server.listen(0, OPEN)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  site = `http://pictures.example:${port}`
  picture = await photo(700, 400)
  network = {
    lookup: (name, done) => done(null, [{ address: name === 'inside.example' ? '127.0.0.2' : OPEN, family: 4 }]),
    isPublic: address => address === OPEN || isPublicAddress(address),
    ports: [String(port), '']
  }
  world = await openWorld({}, { network })
  ada = await world.as('ada')
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  server.close()
})

const saved = async (content: string): Promise<string> => {
  const { group } = await ada.call(storeGroup, { body: { title: 'With pictures', content } })
  return group.content
}

/** The reason why the picture of a text is left out. */
const leftOut = async (content: string): Promise<string | undefined> => {
  const payload = { title: 'With pictures', content }
  const { headers } = await ada.request({ method: 'POST', url: storeGroup.path, payload })
  return readLeftOut(String(headers[PICTURES_LEFT_OUT]))[0]?.reason
}

describe('a picture from elsewhere', { tags: 'D-141' }, () => {
  test('is copied once per address when the text is saved, and the text shows the copy', async () => {
    asked.length = 0
    const text = await saved(
      `<p>Before <img src="${site}/a.jpg" alt="A" width="70" height="40"></p>` +
        `<figure class="image image-style-side"><img src="${site}/b.jpg?size=1&amp;more=2"><figcaption>Two</figcaption></figure>` +
        `<p><img src="${site}/a.jpg"></p>`
    )
    expect(asked).toEqual(['pictures.example/a.jpg', 'pictures.example/b.jpg?size=1&more=2'])
    const [first, second, third] = [...text.matchAll(/<img src="(\/uploads\/[0-9a-f]{32}\.jpg)"/g)].map(
      ([, url]) => url
    )
    expect(third).toBe(first)
    expect(second).not.toBe(first)
    expect(text).toContain(`srcset="${first?.replace('.jpg', '-320.jpg')} 320w, `)
    expect(text).toContain('alt="A" width="70" height="40"')
    expect(text).toContain('width="700" height="400"><figcaption>Two</figcaption></figure>')
    expect(text).not.toContain('pictures.example')
    expect((await world.visitor.request({ url: String(first) })).statusCode).toBe(200)
    // Saving the text again does not copy it again, and the copy stays after a day.
    expect(await saved(text)).toBe(text)
    await world.pass(25 * 3_600_000)
    expect((await world.visitor.request({ url: String(first) })).statusCode).toBe(200)
  })

  test('is copied in the parts of a plan too, even through a redirect', async () => {
    const parts = [partGroupOf([partOf({ content: `<p><img src="${site}/moved"></p>` })])]
    const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Parts', parts } } })
    expect(challenge.parts[0]?.parts[0]?.content).toMatch(/^<p><img src="\/uploads\/[0-9a-f]{32}\.jpg"/)
  })

  test.each([
    ['/missing', 'nothing is there'],
    ['/page', 'choose a picture: JPEG, PNG, GIF, BMP, WebP or TIFF'],
    ['/endless', 'it’s too large'],
    ['/round', 'its address leads nowhere'],
    ['/inside', 'its address can’t be used'],
    ['/literal', 'its address can’t be used']
  ])('is left out of the text with a reason when it cannot be copied: %s', async (path, reason) => {
    const before = await countRows(world.db)
    const source = `${site}${path}`
    expect(await saved(`<p>Look <img src="${source}"> here</p>`)).toBe('<p>Look  here</p>')
    const figure = `<figure class="image"><img src="${source}"><figcaption>The <strong>hut</strong></figcaption></figure>`
    const body = { title: 'With a figure', content: figure }
    const response = await ada.request({ method: 'POST', url: storeGroup.path, payload: body })
    expect(response.json().group.content).toBe('<p>The <strong>hut</strong></p>')
    expect(readLeftOut(String(response.headers[PICTURES_LEFT_OUT]))).toEqual([{ address: source, reason }])
    expect((await countRows(world.db)).uploads).toBe(before.uploads)
  })

  test('is never fetched from this machine or its network', async () => {
    asked.length = 0
    const { port } = new URL(site)
    for (const host of ['127.0.0.2', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', 'inside.example']) {
      for (const address of [`http://${host}:${port}/a.jpg`, `https://${host}/a.jpg`]) {
        expect(await leftOut(`<img src="${address}">`)).toBe('its address can’t be used')
      }
    }
    for (const address of [
      `http://pictures.example:${Number(port) + 1}/a.jpg`,
      `http://ada:word@pictures.example:${port}/a.jpg`
    ]) {
      expect(await leftOut(`<img src="${address}">`)).toBe('its address can’t be used')
    }
    expect(asked).toEqual([])
  })

  test('is given up when it does not arrive in time', async () => {
    const path = join(await temporaryFolder(), 'file')
    const within = { mostBytes: 100, signal: AbortSignal.timeout(100) }
    await expect(fetchPublic(network, `${site}/never`, path, within)).rejects.toThrow('it took too long')
  })

  test('is copied when it is inserted in the editor, or refused with a reason', async () => {
    const copied = await ada.call(copyPicture, { body: { url: `${site}/a.jpg` } })
    expect(copied).toMatchObject({ width: 700, height: 400, urls: { default: copied.url } })
    expect((await ada.request({ url: copied.url })).statusCode).toBe(200)
    const reasonFor = async (url: string) => (await ada.refused(copyPicture, { body: { url } })).body.errors
    expect(await reasonFor(`${site}/missing`)).toEqual({ url: 'This picture couldn’t be copied: nothing is there.' })
    expect(await reasonFor('hut.png')).toEqual({ url: 'This picture couldn’t be copied: its address can’t be used.' })
    expect((await world.visitor.refused(copyPicture, { body: { url: `${site}/a.jpg` } })).status).toBe(401)
  })

  test('is not looked for in plain text, such as a chat message', async () => {
    asked.length = 0
    const room = await openRoom(ada)
    const content = `<img src="${site}/a.jpg">`
    const said = { content, messageable_type: 'challenge_event', messageable_id: room.id } as const
    expect((await ada.call(sendMessage, { body: said })).message.content).toBe(content)
    expect(asked).toEqual([])
  })
})

/** A body with a foreign picture for each call with rich text, by the end of its path. */
const bodiesWithPicture = (): Record<string, object> => {
  const content = `<p><img src="${site}/a.jpg"></p>`
  const part = partOf({ content })
  return {
    'api/challenges': { challenge: { title: 'A', content } },
    'api/challenge-events': { challenge: { title: 'A', content } },
    'groups/store': { title: 'A', content },
    'api/items': { title: 'A', content },
    'moves/items': {
      uuid: '00000000-0000-4000-8000-000000000001',
      file_name: 'a.md',
      items: [{ key: 'md.picture', title: 'A', content }]
    },
    posts: { item: { title: 'A', content } },
    'save-content': { content },
    parts: { part, group_uuid: null },
    ':part/patch': { part: { content } },
    'events-groups': { uuid: part.uuid, title: 'A' },
    'events-groups/:uuid': { title: 'A' },
    'challenges/:challenge': { challenge: { title: 'A', content } },
    'challenges/:challenge/patch': { challenge: { content } },
    'challenge-events/:event': { challenge: { title: 'A', content } },
    'challenge-events/:event/patch': { challenge: { content } },
    'groups/:hut/patch': { content },
    'items/:item': { itemData: { content } }
  }
}

const saveWithPicture = (
  who: Caller,
  things: Record<string, string>,
  { method, path }: Endpoint,
  bodies = bodiesWithPicture()
) => {
  const [end = ''] = Object.keys(bodies).filter(one => path.endsWith(`/${one}`))
  // This address also exists for activities, and here means a session.
  const named = end === 'posts' ? { ...things, challenge: String(things.event) } : things
  return who.request({ method, url: fillPath(path, named), payload: bodies[end] as object })
}

const withRichText = namedContracts.filter(([, { richText }]) => richText)

test('a person who may not save a text makes the server fetch nothing, at every address', {
  tags: 'D-141'
}, async () => {
  const adas = await createAdasThings(world, ada)
  const mallory = await world.as('mallory')
  asked.length = 0
  const taken = withRichText.filter(([, { path }]) => path.includes(':'))
  for (const [name, contract] of taken) {
    const { statusCode } = await saveWithPicture(mallory, adas, contract)
    expect([name, statusCode, asked]).toEqual([name, 403, []])
  }
  expect(taken.length).toBeGreaterThan(15)
})

test('every call with rich text copies the pictures of other sites', { tags: 'D-141' }, async () => {
  const adas = await createAdasThings(world, ada)
  // The whole form of a session must keep the parts that have begun.
  const { challengeEvent: form } = await ada.visit(updateSessionPage, { event: String(adas.event) })
  const bodies = bodiesWithPicture()
  bodies['challenge-events/:event'] = {
    challenge: { ...form, ...(bodies['groups/store'] as object), revision: undefined }
  }
  // A whole form replaces the parts that other calls change, so it comes after them.
  const changesPart = ([, { path }]: (typeof withRichText)[number]) => path.includes('/:part')
  const saved = withRichText
    .filter(([, { body }]) => takesContent(body))
    .sort((one, other) => Number(changesPart(other)) - Number(changesPart(one)))
  for (const [name, contract] of saved) {
    asked.length = 0
    const { statusCode, body } = await saveWithPicture(ada, adas, contract, bodies)
    expect([name, statusCode, asked, body.includes(site)]).toEqual([name, 200, ['pictures.example/a.jpg'], false])
  }
  expect(saved.length).toBeGreaterThan(15)
})

const takesContent = (body: unknown): boolean =>
  JSON.stringify(z.toJSONSchema(body as never, { io: 'input', unrepresentable: 'any' })).includes('"content":')

test('every call that stores rich text copies its pictures; the others take plain text', { tags: 'D-141' }, () => {
  const plain = [
    'PATCH /api/challenge-logs/:log/update',
    'PATCH /api/goals/update/:goal',
    'PATCH /api/notes/:note',
    'POST /api/challenge-events/:event/logs',
    'POST /api/challenge-events/:event/logs/tasks/:uuid/start',
    'POST /api/challenge-events/:event/store-quick-log',
    'POST /api/challenges/:challenge/logs',
    'POST /api/goals/store',
    'POST /api/imports',
    'POST /api/imports/compare',
    'POST /api/logs/store-activity-quick-log',
    'POST /api/logs/store-quick-log',
    'POST /api/messages',
    'POST /api/notes',
    'POST /api/paraphrases',
    'PUT /api/challenge-events/:event/contribute-content',
    // Drafts are saved while typing, by a page that keeps its own text, so each save would copy the pictures again.
    'PUT /api/items/:item/draft',
    'PUT /api/me/persons/:person/drafts/:draft'
  ]
  const without = withBody.filter(([, { body, richText }]) => takesContent(body) && !richText).map(([name]) => name)
  expect(without.sort()).toEqual(plain)
})
