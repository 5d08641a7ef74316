/**
 * The code of an invitation whose link this browser has opened. Until the person registers, or closes the tab, each
 * page leads to the same registration: the person may look around first.
 */
import { readStored, store } from '../../lib/storage.ts'

const KEY = 'invitation'

/** Keeps the code of an address such as `/invite/CODE` or `/group/runners?invite=CODE`. */
export function noteInvitation({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const code = /^\/invite\/([^/]+)$/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('invite')
  if (code) store(KEY, code, 'sessionStorage')
}

export const getInvitation = (): string | null => readStored(KEY, 'sessionStorage')

export function forgetInvitation(): void {
  store(KEY, null, 'sessionStorage')
}
