/** Formats days and moments in the person's zone, in the format of mails and invoices (domain/lib/day-text.ts). */
import { dayText, momentText } from '../../../domain/lib/day-text.ts'
import { useUser } from '../user.ts'

type Text = (at: string | number) => string

export function useOwnDay(): Text {
  const zone = useZone()
  return at => dayText(at, zone)
}

export function useOwnMoment(): Text {
  const zone = useZone()
  return at => momentText(at, zone)
}

export function useZone(): string {
  return useUser()?.time_zone ?? 'UTC'
}
