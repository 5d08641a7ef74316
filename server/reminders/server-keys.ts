/** Keys that all nodes share. They are made at first use and stored in the database, so that backups contain them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import webPush from 'web-push'
import { REMINDER_KINDS, type ReminderKind } from '../../domain/reminders/kinds.ts'
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
  return keepKey(db, 'push', webPush.generateVAPIDKeys(), dateAt(clock))
}

/** The token of the link that stops mails. It names the person and the kind, and is signed. */
export async function unsubscribeKey(keeper: Keeper, userId: number, kind: ReminderKind): Promise<string> {
  return `${userId}.${kind}.${await sign(keeper, `${userId}.${kind}`)}`
}

/** The person and kind of a valid token; null for any other text. */
export async function readUnsubscribeKey(
  keeper: Keeper,
  key: string
): Promise<{ userId: number; kind: ReminderKind } | null> {
  const [user = '', name = '', signature = ''] = key.split('.')
  const kind = REMINDER_KINDS.find(each => each === name)
  if (!/^\d{1,15}$/.test(user) || !kind) return null
  const [given, right] = [signature, await sign(keeper, `${user}.${kind}`)].map(text => Buffer.from(text)) as [
    Buffer,
    Buffer
  ]
  return given.length === right.length && timingSafeEqual(given, right) ? { userId: Number(user), kind } : null
}

async function sign({ db, clock }: Keeper, text: string): Promise<string> {
  const secret = await keepKey(db, 'unsubscribe', randomBytes(32).toString('base64url'), dateAt(clock))
  return createHmac('sha256', secret).update(text).digest('base64url')
}
