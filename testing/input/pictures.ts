/** Creates pictures when a test needs them, and uploads them as the page does. */
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import type { Caller } from '../world.ts'

/** A JPEG whose left half is red and whose right half is blue. */
export async function photo(width = 60, height = 40): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: 'red' }
  const left = await sharp({ create: half }).png().toBuffer()
  const whole = sharp({ create: { ...half, width, background: 'blue' } }).composite([{ input: left, left: 0, top: 0 }])
  return sharp(await whole.png().toBuffer())
    .jpeg()
    .toBuffer()
}

/** Sends a file as a form with one field. */
export function upload(
  caller: Caller,
  content: Buffer | string,
  { name = '', field = 'file', url = '/upload/' } = {}
): Promise<LightMyRequestResponse> {
  const boundary = 'between-the-parts'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  return caller.request({
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  })
}
