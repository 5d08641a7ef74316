/**
 * A device that creates passkeys and signs with them. It sends the same data as a browser, and its person has unlocked
 * it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
/** Flags: a person is present (1), has unlocked the device (4), and the data contains the key (64). */
const SEEN = 5
const WITH_KEY = 64

interface Asked {
  challenge: string
  [other: string]: unknown
}

/** @param site the origin in the browser */
export function createDevice(site = 'https://hut.example.org') {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let uses = 0
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const about = (flags: number, count: number, rpID: string) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), counter])
  }
  const rpOf = (origin: string) => new URL(origin).hostname
  const text = (bytes: Buffer) => bytes.toString('base64url')

  return {
    /** Creates a passkey for the server's options. */
    make({ challenge }: Asked, origin = site) {
      // COSE: an EC2 key (1: 2) for ES256 (3: -7) on its curve (-1: 1).
      const key = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')]
      key.push(Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url'))
      const head = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id])
      const data = Buffer.concat([about(SEEN + WITH_KEY, 0, rpOf(origin)), head, ...key])
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data
      ])
      const clientDataJSON = text(clientData('webauthn.create', challenge, origin))
      return {
        ...{ id: text(id), type: 'public-key' as const },
        response: { clientDataJSON, attestationObject: text(attestation), transports: ['internal'] }
      }
    },

    /** Signs in with the passkey for the server's options. */
    sign({ challenge }: Asked, { origin = site, count = ++uses, flags = SEEN } = {}) {
      const data = about(flags, count, rpOf(origin))
      const client = clientData('webauthn.get', challenge, origin)
      const signature = text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey))
      return {
        ...{ id: text(id), type: 'public-key' as const },
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature }
      }
    }
  }
}
