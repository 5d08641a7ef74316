/**
 * Converts and formats distances. The API and the database have miles; each person chooses miles or kilometres (D-154).
 *
 * The rule that surprises: kilometres are stored as miles with twelve decimals. So 5 km are shown as 5 km again, and a
 * thousand logs of 5 km reach a goal of 5,000 km. People see three decimals.
 */
import { numberText } from './numbers.ts'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]
const KM_IN_A_MILE = 1.609344
const NAMES: Record<DistanceUnit, { short: string; one: string; many: string }> = {
  mi: { short: 'mi', one: 'mile', many: 'miles' },
  km: { short: 'km', one: 'km', many: 'km' }
}
/** Regions whose road signs show miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM', 'PR', 'GU', 'VI', 'AS', 'MP', 'BS', 'BZ', 'KY']

/** Returns the unit for a browser's language, such as "en-GB" or "de". English without a region counts as American. */
export function unitOfLanguage(language: string): DistanceUnit {
  const region = regionOf(language)
  return region === undefined || MILE_REGIONS.includes(region) ? 'mi' : 'km'
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

/** Converts miles to the number that a person sees, with up to three decimals. */
export function fromMiles(miles: number, unit: DistanceUnit): number {
  return rounded(unit === 'km' ? miles * KM_IN_A_MILE : miles, 1000)
}

/**
 * Converts a typed number to miles.
 * @param was the miles before; when the person did not change the number, the result is exactly `was`
 */
export function toMiles(typed: number, unit: DistanceUnit, was: number | null = null): number {
  if (was !== null && fromMiles(was, unit) === typed) return was
  return unit === 'km' ? roundMiles(typed / KM_IN_A_MILE) : typed
}

/** Rounds a sum of distances to twelve decimals, so that 0.1 + 0.2 is 0.3 and whole kilometres stay whole. */
export function roundMiles(miles: number): number {
  return rounded(miles, 1e12)
}

/** Returns for example "1 mile", "3.5 miles" or "5 km" (TMR-18, D-154). */
export function distanceText(miles: number, unit: DistanceUnit): string {
  const value = fromMiles(miles, unit)
  return `${numberText(value)} ${value === 1 ? NAMES[unit].one : NAMES[unit].many}`
}

/** Returns "miles" or "km", for labels of fields. */
export function unitName(unit: DistanceUnit): string {
  return NAMES[unit].many
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
