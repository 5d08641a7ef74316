/** Formats days in the person's zone, in the format of mails and invoices (domain/lib/day-text.ts). */
import { dayText } from '../../../domain/lib/day-text.ts'
import { useUser } from '../user.ts'

export function useOwnDay(): (at: string | number) => string {
  const zone = useZone()
  return at => dayText(at, zone)
}

export function useZone(): string {
  return useUser()?.time_zone ?? 'UTC'
}
