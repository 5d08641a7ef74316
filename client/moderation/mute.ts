/** Mutes people: their texts are hidden on my pages, and nobody else notices. */
import { muteUser, unmuteUser } from '../../domain/moderation/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { getUser, setUser, useUser } from '../lib/user.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

export function useIsMuted(username: string): boolean {
  return useUser()?.muted.includes(username) ?? false
}

export function mute(username: string): void {
  requireSignIn('to mute somebody', () => void set(username, true))
}

export function unmute(username: string): void {
  requireSignIn('to mute somebody', () => void set(username, false))
}

async function set(username: string, muted: boolean): Promise<void> {
  try {
    const response = await call(muted ? muteUser : unmuteUser, { params: { username } })
    const user = getUser()
    if (user) setUser({ ...user, muted: response.muted })
    if (muted) toast.success(`You no longer see what ${username} says.`, undoOf(username))
  } catch (error) {
    toast.error(messageOf(error))
  }
}

function undoOf(username: string) {
  return { id: `muted-${username}`, action: { label: 'Undo', run: () => unmute(username) } }
}
