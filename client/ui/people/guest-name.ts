/** The display names of guests (D-152). Other data has their usernames only. */
import { useQuery } from '@tanstack/react-query'
import { mayBeGuest } from '../../../domain/accounts/username.ts'
import { queryClient } from '../../lib/page-cache.ts'
import { loadPerson } from '../../lib/people.ts'

const GUEST = 'guest'
/** After this time a name loads again, because a guest may have changed it. */
const FRESH_MS = 600_000

/** Returns the display name of a guest; null for everyone else, and until it has loaded. */
export function useGuestName(username: string): string | null {
  const { data } = useQuery({
    queryKey: [GUEST, username],
    queryFn: async () => (await loadPerson(username)).guest,
    enabled: mayBeGuest(username),
    staleTime: FRESH_MS
  })
  return data ?? null
}

/** Like `useSpokenName`, as far as the page knows the name now. */
export function spokenName(username: string): string {
  return spoken(username, queryClient.getQueryData<string | null>([GUEST, username]) ?? null)
}

/** Returns the name to say: "Tess (guest)" for a guest, the username of everyone else. */
export function useSpokenName(username: string): string {
  return spoken(username, useGuestName(username))
}

function spoken(username: string, guest: string | null): string {
  return guest === null ? username : `${guest} (guest)`
}
