/** Mutes and blocks people: their texts are hidden on my pages, and nobody else notices. A block is a stronger mute. */
import { blockUser, muteUser, unmuteUser } from '../../domain/moderation/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { getUser, setUser, useUser } from '../lib/user.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** Whether I muted or blocked this person. */
export function useIsMuted(username: string): boolean {
  return useUser()?.muted.includes(username) ?? false
}

export function useIsBlocked(username: string): boolean {
  return useUser()?.blocked.includes(username) ?? false
}

export function mute(username: string): void {
  requireSignIn('to mute someone', () => void set(username, muteUser, `You no longer see what ${username} says.`))
}

export function block(username: string): void {
  requireSignIn('to block someone', () => void set(username, blockUser, `You blocked ${username}. They won't know.`))
}

/** Lifts a mute or a block. */
export function unmute(username: string): void {
  requireSignIn('to mute someone', () => void set(username, unmuteUser, null))
}

type Contract = typeof muteUser | typeof blockUser | typeof unmuteUser

async function set(username: string, contract: Contract, done: string | null): Promise<void> {
  try {
    const { muted, blocked } = await call(contract, { params: { username } })
    const user = getUser()
    if (user) setUser({ ...user, muted, blocked })
    if (done !== null) toast.success(done, undoOf(username))
  } catch (error) {
    toast.error(messageOf(error))
  }
}

function undoOf(username: string) {
  return { id: `muted-${username}`, action: { label: 'Undo', run: () => unmute(username) } }
}
