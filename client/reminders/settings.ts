/** Actions on a person's reminder settings. The caller shows refusals. */

import type { ResponseOf } from '../../domain/lib/endpoint.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import * as api from '../../domain/reminders/api.ts'
import type { Channel, ReminderKind, Stoppable } from '../../domain/reminders/kinds.ts'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import * as unsubscribeApi from '../../domain/reminders/unsubscribe-api.ts'
import { call } from '../lib/api.ts'
import { changePages, pageQuery, queryClient } from '../lib/page-cache.ts'

export type Settings = DataOf<typeof api.reminderSettingsPage>

export function putSettings(settings: ResponseOf<typeof api.updateReminders>): void {
  changePages(api.reminderSettingsPage, page => ({ ...page, ...settings }))
}

/** Loads the settings on any page. */
export async function loadSettings(): Promise<Settings> {
  const address = { params: {}, search: '' }
  const settings = await queryClient.fetchQuery(
    pageQuery<typeof api.reminderSettingsPage>(api.reminderSettingsPage, address, true)
  )
  if (!settings) throw new Error('only who is signed in has settings')
  return settings
}

/** Switches a channel at once, and back when the server refuses. */
export async function switchChannel({ channels }: Settings, kind: ReminderKind, channel: Channel, isOn: boolean) {
  const before = channels[kind]
  const after = isOn ? [...before, channel] : before.filter(each => each !== channel)
  const show = (chosen: Channel[], instead?: Channel[]) =>
    changePages(api.reminderSettingsPage, page =>
      instead && page.channels[kind].join() !== instead.join()
        ? page
        : { ...page, channels: { ...page.channels, [kind]: chosen } }
    )
  show(after)
  try {
    putSettings(await call(api.updateReminders, { body: { channels: { [kind]: after } } }))
  } catch (error) {
    // A later switch has been saved meanwhile and includes this one, so keep it.
    show(before, after)
    throw error
  }
}

/** Switches all pushes and mails off, or on again. */
export async function switchAll(isOn: boolean): Promise<void> {
  putSettings(await call(api.updateReminders, { body: { is_off: isOn ? 0 : 1 } }))
}

export async function switchWeekMail(isOn: boolean): Promise<void> {
  putSettings(await call(api.updateReminders, { body: { week_mail: isOn ? 1 : 0 } }))
}

export async function saveQuietHours(quiet: QuietHours | null): Promise<void> {
  putSettings(await call(api.updateReminders, { body: { quiet } }))
}

export async function removeDevice(id: number): Promise<void> {
  putSettings(await call(api.removePushDevice, { params: { device: String(id) } }))
}

export function sendTest(): Promise<{ sent: number; failed: number }> {
  return call(api.testPush, { body: {} })
}

export async function unsubscribe(token: string): Promise<Stoppable> {
  return (await call(unsubscribeApi.unsubscribe, { query: { token } })).kind
}
