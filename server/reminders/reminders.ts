/** A person's reminder settings and the devices that get their pushes. */
import { deviceName } from '../../domain/accounts/device.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import type { PushDevice } from '../../domain/reminders/api.ts'
import { MOST_DEVICES } from '../../domain/reminders/device.ts'
import {
  type AllChoices,
  type Choices,
  everyChoice,
  type Stoppable,
  withChoices,
  without
} from '../../domain/reminders/kinds.ts'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import { UNSUBSCRIBE_ENDED } from '../../domain/reminders/unsubscribe-api.ts'
import { nextWeekMail } from '../../domain/reminders/week-mail.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { type Device, quietOf } from './delivery-rows.ts'
import { forgetDevice } from './outcome-rows.ts'
import { sendPush } from './push.ts'
import { deleteRemindersBefore } from './queries.ts'
import { readUnsubscribeKey } from './server-keys.ts'
import { deleteDevice, findSettings, listDevices, lockSettings, saveDevice, saveSettings } from './settings-rows.ts'

const KEPT_MS = 90 * 86_400_000
/** A test push is useless if it takes longer than a minute. In seconds. */
const TEST_TTL = 60

interface Settings {
  is_off: 0 | 1
  channels: AllChoices
  quiet: QuietHours | null
  week_mail: 0 | 1
  devices: PushDevice[]
}

/** The settings page of a person. */
export async function settingsOf({ db, clock }: Dependencies, { id, login }: SignedIn): Promise<Settings> {
  const [row, devices] = await Promise.all([findSettings(db, id), listDevices(db, id, dateAt(clock))])
  return {
    is_off: row.is_off ? 1 : 0,
    channels: everyChoice(row.channels),
    quiet: quietOf(row),
    week_mail: row.week_mail_at ? 1 : 0,
    devices: devices.map(device => ({
      id: device.id,
      device: deviceName(device.user_agent),
      since: device.created_at.toISOString(),
      is_current: device.login_hash.equals(login) ? 1 : 0
    }))
  }
}

interface SentSettings {
  channels?: Choices | undefined
  quiet?: QuietHours | null | undefined
  is_off?: 0 | 1 | undefined
  week_mail?: 0 | 1 | undefined
}

/** Changes the given settings and keeps the others. */
export async function changeSettings(
  { db, clock }: Dependencies,
  { id: userId, time_zone }: Pick<SignedIn, 'id' | 'time_zone'>,
  { channels, quiet, is_off, week_mail }: SentSettings
): Promise<void> {
  await db.transaction(async tx => {
    const row = await lockSettings(tx, userId)
    const weekly = week_mail === undefined ? row.week_mail_at !== null : week_mail === 1
    const hours = quiet === undefined ? quietOf(row) : quiet
    await saveSettings(tx, userId, {
      channels: withChoices(row.channels, channels ?? {}),
      quiet_from: hours?.from ?? null,
      quiet_until: hours?.until ?? null,
      is_off: is_off === undefined ? row.is_off : is_off === 1,
      week_mail_at: weekly ? (row.week_mail_at ?? new Date(nextWeekMail(time_zone, clock.now()))) : null
    })
  })
}

/** @throws Refused 422 when the person has the most devices allowed, 401 when the login has just ended */
export async function addDevice(
  { db, clock }: Dependencies,
  { id, login }: SignedIn,
  device: Omit<Device, 'id'>
): Promise<void> {
  await db.transaction(async tx => {
    // The lock makes two calls at once count one after the other.
    await lockSettings(tx, id)
    if (!(await saveDevice(tx, id, login, device, dateAt(clock)))) refuse({ kind: 'unauthenticated' })
    const { length } = await listDevices(tx, id, dateAt(clock))
    if (length > MOST_DEVICES) {
      refuse(invalid('endpoint', `Reminders already go to ${MOST_DEVICES} devices. Remove one of them first.`))
    }
  })
}

/** @throws Refused 404 when the person has no such device */
export async function removeDevice({ db }: Dependencies, userId: number, id: string): Promise<void> {
  if (!(await deleteDevice(db, userId, readId(id)))) refuse({ kind: 'notFound' })
}

/** Sends a test at once and not through the outbox, so that the person learns whether it works. */
export async function pushTest(deps: Dependencies, userId: number): Promise<{ sent: number; failed: number }> {
  const { db, clock, config } = deps
  const devices = config.push ? await listDevices(db, userId, dateAt(clock)) : []
  const test = {
    text: 'This is a test. Your reminders will arrive here.',
    path: '/account/reminders',
    tag: 'test',
    ttl: TEST_TTL
  }
  const outcomes = await Promise.all(
    devices.map(async device => {
      const { type } = await sendPush(deps, device, { ...test, isUrgent: true })
      if (type === 'gone') await forgetDevice(db, device.id)
      return type
    })
  )
  const sent = outcomes.filter(type => type === 'sent').length
  return { sent, failed: outcomes.length - sent }
}

/** Stops mails of the kind that the key names. @throws Refused 422 for a key that the server never made */
export async function stopMails(deps: Dependencies, key: string): Promise<Stoppable> {
  const found = (await readUnsubscribeKey(deps, key)) ?? refuse(invalid('token', UNSUBSCRIBE_ENDED))
  await deps.db.transaction(async tx => {
    const row = await lockSettings(tx, found.userId)
    const stopped =
      found.kind === 'week_mail' ? { week_mail_at: null } : { channels: without(row.channels, found.kind, 'mail') }
    await saveSettings(tx, found.userId, { ...row, ...stopped })
  })
  return found.kind
}

/** Deletes reminders after 90 days. */
export async function forgetOldReminders({ db, clock }: Dependencies): Promise<void> {
  await deleteRemindersBefore(db, new Date(clock.now() - KEPT_MS))
}
