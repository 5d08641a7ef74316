/** Keys that all nodes share. They are made at first use and stored in the database, so that backups contain them. */
import { createHmac, generateKeyPairSync, type JsonWebKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { STOPPABLE, type Stoppable } from '../../domain/reminders/kinds.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { keepKey } from './queries.ts'

type Keeper = Pick<Resources, 'db' | 'clock'>

interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The VAPID keys by which push services know this server. New keys would need a new permission on every device. */
export function pushKeys({ db, clock }: Keeper): Promise<PushKeys> {
  return keepKey(db, 'push', async () => (await import('web-push')).default.generateVAPIDKeys(), dateAt(clock))
}

/** The keys of OAuth: the secret that signs its cookies, and the pair that its library needs. */
export function oauthKeys({ db, clock }: Keeper): Promise<{ cookies: string; pair: JsonWebKey }> {
  const make = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { cookies: randomBytes(32).toString('base64url'), pair: privateKey.export({ format: 'jwk' }) }
  }
  return keepKey(db, 'oauth', make, dateAt(clock))
}

/** Returns the token of the link that stops mails. It names the person and the kind, and is signed. */
export async function unsubscribeKeys(keeper: Keeper, kind: Stoppable): Promise<(userId: number) => string> {
  const sign = await signer(keeper)
  return userId => `${userId}.${kind}.${sign(`${userId}.${kind}`)}`
}

/** The token of the link that stops a person's mails of a kind. */
export async function unsubscribeKey(keeper: Keeper, userId: number, kind: Stoppable): Promise<string> {
  return (await unsubscribeKeys(keeper, kind))(userId)
}

/** The person and kind of a valid token; null for any other text. */
export async function readUnsubscribeKey(
  keeper: Keeper,
  key: string
): Promise<{ userId: number; kind: Stoppable } | null> {
  const [user = '', name = '', signature = ''] = key.split('.')
  const kind = STOPPABLE.find(each => each === name)
  if (!/^\d{1,15}$/.test(user) || !kind) return null
  const sign = await signer(keeper)
  const [given, right] = [signature, sign(`${user}.${kind}`)].map(text => Buffer.from(text)) as [Buffer, Buffer]
  return given.length === right.length && timingSafeEqual(given, right) ? { userId: Number(user), kind } : null
}

async function signer({ db, clock }: Keeper): Promise<(text: string) => string> {
  const secret = await keepKey(db, 'unsubscribe', () => randomBytes(32).toString('base64url'), dateAt(clock))
  return text => createHmac('sha256', secret).update(text).digest('base64url')
}
