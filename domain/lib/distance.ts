/**
 * Units of distance. The wire and the database keep miles; a person chooses miles or kilometres (D-154).
 *
 * The rule that surprises: kilometres are kept as miles with six decimals, so that 5 km is 5 km again, and a thousand
 * logs of 5 km are 5,000 km.
 */
import * as z from 'zod/mini'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]
export const distanceUnit = z.literal(DISTANCE_UNITS, 'Choose "mi" or "km".')

const KM_IN_A_MILE = 1.609344

export function toMiles(typed: number, unit: DistanceUnit): number {
  return unit === 'km' ? Math.round((typed / KM_IN_A_MILE) * 1_000_000) / 1_000_000 : typed
}
