/** A push service on this machine with subscribed browsers. It decrypts their pushes. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Network } from '../../server/uploads/public-fetch.ts'

export interface PushedMessage {
  /** The name of the browser, as given to `browser`. */
  to: string
  headers: IncomingHttpHeaders
  message: { text: string; path: string; tag: string }
}

export interface PushService {
  /** Leads the app to this service for any address of a browser. */
  network: Network
  received: PushedMessage[]
  /** Subscribes a browser. Returns the subscription that a page sends to the app. */
  browser: (name: string) => { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Sets the responses to the next pushes, in order. Later pushes get 201. */
  respond: (...responses: { status: number; retryAfter?: number }[]) => void
  /** While it is true, each push gets 503. */
  isDown: boolean
  /** Runs when a push has arrived, before the response. */
  onPush: (() => Promise<void>) | null
  close: () => Promise<void>
}

const DOWN: { status: number; retryAfter?: number } = { status: 503 }

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const planned: { status: number; retryAfter?: number }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const to = (request.url ?? '').slice(1)
      const body = await buffer(request)
      const { status, retryAfter } = service.isDown ? DOWN : (planned.shift() ?? { status: 201 })
      const browser = browsers.get(to)
      if (status === 201 && browser) {
        const message = JSON.parse(decrypt(body, browser.ecdh, browser.auth)) as PushedMessage['message']
        service.received.push({ to, headers: request.headers, message })
      }
      await service.onPush?.()
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end()
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    network: {
      lookup: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      isPublic: () => true,
      ports: [''],
      connect: () => connect(port, '127.0.0.1')
    },
    received: [],
    browser(name) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(name, { ecdh, auth })
      return { endpoint: `https://push.example.org/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    respond: (...responses) => void planned.push(...responses),
    isDown: false,
    onPush: null,
    close: () => new Promise(resolve => server.close(() => resolve()))
  }
  return service
}

/** Encryption by RFC 8291: a secret of both sides, a salt, and AES-GCM in one record. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const sealed = body.subarray(21 + sender.length)
  const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  // The text ends before the delimiter.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
