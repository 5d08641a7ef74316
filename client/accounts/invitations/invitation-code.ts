/**
 * The code of an invitation whose link this browser has opened. The first script of each page keeps it
 * (client/public/theme.js), because a visitor may press a link before the page's code has loaded. Until the person
 * registers, or closes the tab, each page leads to the same registration: the person may look around first.
 */
import { readStored, store } from '../../lib/storage.ts'

const KEY = 'invitation'

export const keepInvitation = (code: string): boolean => store(KEY, code, 'sessionStorage')

export const getInvitation = (): string | null => readStored(KEY, 'sessionStorage')

export function forgetInvitation(): void {
  store(KEY, null, 'sessionStorage')
}
