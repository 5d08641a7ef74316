/** Units of distance. The wire and the database keep miles; a person chooses miles or kilometres (D-154). */
import * as z from 'zod/mini'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]
export const distanceUnit = z.literal(DISTANCE_UNITS, 'Choose "mi" or "km".')
