/** What "Remind me" on the page of a session does. */
import type { Way } from '../../domain/reminders/kinds.ts'
import { allowPushes, NotAllowed, pushState } from './push.ts'
import { loadSettings, switchChannel } from './settings.ts'

/** Whether nothing would leave the page when a session starts. */
export async function isReminderNeeded(): Promise<boolean> {
  const { channels, push_key } = await loadSettings()
  const ways = channels.session_soon
  const isPushed = ways.includes('push') && push_key !== null && (await pushState()) === 'on'
  return !isPushed && !ways.includes('mail')
}

/** By a push where this browser takes it, else by mail. Returns which. */
export async function remindMe(): Promise<Way> {
  const settings = await loadSettings()
  const state = settings.push_key === null ? 'impossible' : await pushState()
  if (settings.push_key !== null && (state === 'off' || state === 'on')) {
    try {
      if (state === 'off') await allowPushes(settings.push_key)
      if (!settings.channels.session_soon.includes('push')) await switchChannel(settings, 'session_soon', 'push', true)
      return 'push'
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error
    }
  }
  await switchChannel(settings, 'session_soon', 'mail', true)
  return 'mail'
}
