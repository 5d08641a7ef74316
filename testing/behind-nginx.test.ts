import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { saveContent } from '../domain/sessions/api.ts'
import { photo } from './input/pictures.ts'
import { openRoom } from './room.ts'
import { startNginx, withoutNginx } from './servers/nginx.ts'
import { addressOf } from './socket-client.ts'
import { type Caller, openWorld, type World } from './world.ts'

describe.skipIf(withoutNginx)('behind nginx with the configuration in docs/operations.md', () => {
  let world: World
  let ada: Caller
  let app: string
  beforeAll(async () => {
    world = await openWorld({ TRUST_PROXY: '127.0.0.1' })
    ada = await world.as('ada')
    app = await addressOf(world.app)
  })
  afterAll(() => world.close())

  const cookie = () =>
    Object.entries(ada.cookies())
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')

  test('nginx accepts a picture of more than 1 MB', async () => {
    const proxy = await startNginx(app)
    const form = new FormData()
    // Programs ignore bytes after the end of a picture.
    const picture = new Blob([Uint8Array.from(await photo()), new Uint8Array(9_000_000)], { type: 'image/jpeg' })
    form.append('file', picture, 'hut.jpg')
    const response = await fetch(`http://${proxy}/upload/`, {
      method: 'POST',
      body: form,
      headers: { cookie: cookie() }
    })
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ url: expect.any(String) })
    ])
  })

  test('a client cannot forge its address or protocol', async () => {
    const proxy = await startNginx(app)
    const got = once(world.app.server, 'request')
    await fetch(`http://${proxy}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'ftp' } })
    const [{ headers }] = await got
    expect([headers['x-forwarded-for'], headers['x-forwarded-proto']]).toEqual(['127.0.0.1', 'http'])
  })

  test('a socket opens and lists the people in the room', async () => {
    const proxy = await startNginx(app)
    const socket = new WebSocket(`ws://${proxy}/socket`, { headers: { cookie: cookie() }, origin: `http://${proxy}` })
    onTestFinished(() => socket.terminate())
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.close()
  })

  test('events of a stream arrive at once', async () => {
    const proxy = await startNginx(app)
    const { event } = await openRoom(ada)
    const stop = new AbortController()
    const response = await fetch(`http://${proxy}/challenge-events/${event}/stream`, { signal: stop.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    const until = async (word: string): Promise<void> => {
      while (!seen.includes(word)) seen += (await reader?.read())?.value ?? ''
    }
    await until('participants')
    await ada.call(saveContent, { params: { event }, body: { content: '<p>Two</p>' } })
    await until('Two')
    stop.abort()
  })
})
