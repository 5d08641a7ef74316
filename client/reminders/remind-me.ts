/** The actions of "Remind me" on the pages of sessions and goals. */
import type { ReminderKind, Way } from '../../domain/reminders/kinds.ts'
import { config } from '../lib/embedded.ts'
import { allowPushes, NotAllowed, pushState } from './push.ts'
import { loadSettings, switchChannel } from './settings.ts'

/** Whether no reminder reaches this person outside of the page, and one can. */
export async function isReminderNeeded(kind: ReminderKind = 'session_soon'): Promise<boolean> {
  const { channels, push_key } = await loadSettings()
  const ways = channels[kind]
  const state = push_key === null ? 'impossible' : await pushState()
  if (state === 'on' && ways.includes('push')) return false
  return config.sends_mail ? !ways.includes('mail') : state === 'on' || state === 'off'
}

/** Turns on reminders by push if this browser allows it, or else by mail. Returns the channel. */
export async function remindMe(kind: ReminderKind = 'session_soon'): Promise<Way> {
  const settings = await loadSettings()
  const state = settings.push_key === null ? 'impossible' : await pushState()
  if (settings.push_key !== null && (state === 'off' || state === 'on')) {
    try {
      if (state === 'off') await allowPushes(settings.push_key)
      if (!settings.channels[kind].includes('push')) await switchChannel(settings, kind, 'push', true)
      return 'push'
    } catch (error) {
      if (!(error instanceof NotAllowed && config.sends_mail)) throw error
    }
  }
  await switchChannel(settings, kind, 'mail', true)
  return 'mail'
}
