import type { Refusal } from '../../domain/lib/refusal.ts'
import { decideCheck } from '../../domain/reports/report.ts'
import { useUser } from '../lib/user.ts'

/** Returns why the user may not decide about what this person made, and null when they may. */
export function useDecideCheck(author: string | null): Refusal | null {
  const user = useUser()
  return decideCheck(user, user && user.username === author ? user.id : null)
}
