/** How long others wait, and how much the process grows, while someone uploads large photos. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { MOST_PICTURE_BYTES } from '../domain/lib/limits.ts'
import { cookieOf } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { metricOf } from './lib/metric.ts'
import type { Row } from './lib/row.ts'
import { p99, send, steadyReads } from './lib/steady.ts'

/** A hundred a second. */
const EVERY_MS = 10
const SECONDS = 20
const MOST_GROWTH = 60

export async function upload({ product }: Ground): Promise<Row[]> {
  const photo = await largePhoto()
  const others = async (): Promise<number> => {
    const reads = steadyReads({ everyMs: EVERY_MS, read: () => send('GET', `${product.url}/api/activities`) })
    await setTimeout(SECONDS * 1000)
    return p99(await reads.stop())
  }
  const megabytes = async () => (await metricOf(product.url, 'process_resident_memory_bytes')) / 1e6
  await others()
  const before = await others()
  const atRest = await megabytes()
  let most = atRest
  let isOver = false
  const watched = (async () => {
    while (!isOver) {
      most = Math.max(most, await megabytes())
      await setTimeout(100)
    }
  })()
  // Sends from a separate thread that has already started, so that the sender's work does not count as waiting.
  const uploader = new Worker(new URL(import.meta.url), { workerData: { url: product.url, photo } })
  await once(uploader, 'message')
  let kept = 0
  uploader.on('message', () => kept++).postMessage('begin')
  const meanwhile = await others()
  isOver = true
  await Promise.all([uploader.terminate(), watched])
  if (kept === 0) throw new Error('no photo was kept')
  const size = `${(photo.length / 1_048_576).toFixed(1)} MB`
  return [
    {
      what: `upload: what 99 of 100 others wait for while photos of ${size} come (${kept} in ${SECONDS} s)`,
      measured: `${(meanwhile / before).toFixed(2)} × (${meanwhile.toFixed(1)} ms against ${before.toFixed(1)} ms)`,
      goal: '≤ 2 ×',
      passed: meanwhile <= 2 * before
    },
    {
      what: 'upload: growth of the process meanwhile',
      measured: `${(most - atRest).toFixed(0)} MB`,
      goal: `< ${MOST_GROWTH} MB`,
      passed: most - atRest < MOST_GROWTH
    }
  ]
}

/** 24 million pixels of noise, which compress as badly as a photo of grass. */
async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  const photo = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 83 })
    .toBuffer()
  if (photo.length > MOST_PICTURE_BYTES) throw new Error(`The photo has ${photo.length} bytes, which is too many.`)
  return photo
}

/** The form with the photo, as bytes. Building it takes as long as receiving it, so it is built before. */
async function formOf(photo: Uint8Array<ArrayBuffer>): Promise<{ type: string; bytes: Buffer }> {
  const body = new FormData()
  body.set('file', new Blob([photo]), 'photo.jpg')
  const form = new Response(body)
  return { type: form.headers.get('content-type') ?? '', bytes: Buffer.from(await form.arrayBuffer()) }
}

if (parentPort) {
  const { type, bytes } = await formOf(workerData.photo)
  const headers = { 'content-type': type, 'content-length': bytes.length, cookie: cookieOf(1) }
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  for (;;) {
    const sending = request(`${workerData.url}/upload/`, { method: 'POST', headers }).end(bytes)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (response.statusCode !== 200) throw new Error(`upload: ${response.statusCode} ${body}`)
    parentPort.postMessage('kept')
  }
}
