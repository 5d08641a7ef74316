import { isTimeZone, UTC } from '../../../domain/lib/day.ts'

/**
 * The time zone of this device; the server does not know it. Some browsers name a zone that does not exist, which
 * becomes UTC.
 */
export function zoneOfDevice(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : UTC.time_zone
}
