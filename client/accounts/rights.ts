/** Tells buttons what the hut lets people do. The server checks it again. */
import { isModerator } from '../../domain/accounts/user.ts'
import type { Created } from '../../domain/lib/endpoint.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'

/** Whether the user may create this. Visitors may where members may, because they register first. Nobody may who waits for approval. */
export function useMayCreate(kind: Created): boolean {
  const user = useUser()
  return user?.is_unapproved !== 1 && (!config.staff_only.includes(kind) || isModerator(user))
}

/** Whether the hut takes new people at all. */
export const canRegister = (): boolean => config.registration !== 'closed' && !config.single_sign_on?.is_only

/** The offer for visitors: "Sign in or register", or only the first where nobody can register. */
export const signInWords = (): string => (canRegister() ? 'Sign in or register' : 'Sign in')
