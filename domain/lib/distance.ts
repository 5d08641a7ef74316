/**
 * Distances as people read and type them. The wire and the database keep miles; a person chooses miles or kilometres
 * (D-154).
 *
 * The rule that surprises: kilometres are kept as miles with twelve decimals, so that 5 km is 5 km again, and a thousand
 * logs of 5 km reach a goal of 5,000 km. People see three decimals.
 */
import * as z from 'zod/mini'
import { numberText } from './numbers.ts'

export const DISTANCE_UNITS = ['mi', 'km'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]
export const distanceUnit = z.literal(DISTANCE_UNITS, 'Choose "mi" or "km".')

const KM_IN_A_MILE = 1.609344
const NAMES: Record<DistanceUnit, { short: string; one: string; many: string }> = {
  mi: { short: 'mi', one: 'mile', many: 'miles' },
  km: { short: 'km', one: 'km', many: 'km' }
}
/** Where roads have signs in miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM', 'PR', 'GU', 'VI', 'AS', 'MP', 'BS', 'BZ', 'KY']

/** The unit of a browser's language, such as "en-GB" or "de". English without a region is read as American. */
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

/** The number that a person sees, with three decimals. */
export function fromMiles(miles: number, unit: DistanceUnit): number {
  return rounded(unit === 'km' ? miles * KM_IN_A_MILE : miles, 1000)
}

/** @param was what the field was filled with: a number that was not changed keeps its miles */
export function toMiles(typed: number, unit: DistanceUnit, was: number | null = null): number {
  if (was !== null && fromMiles(was, unit) === typed) return was
  return unit === 'km' ? roundMiles(typed / KM_IN_A_MILE) : typed
}

/** A sum of distances: twelve decimals, so that 0.1 + 0.2 is 0.3 and kilometres stay whole. */
export function roundMiles(miles: number): number {
  return rounded(miles, 1e12)
}

/** "1 mile", "3.5 miles", "5 km" (TMR-18, D-154). */
export function distanceText(miles: number, unit: DistanceUnit): string {
  const value = fromMiles(miles, unit)
  return `${numberText(value)} ${value === 1 ? NAMES[unit].one : NAMES[unit].many}`
}

/** "miles" or "km", as labels of fields say it. */
export function unitName(unit: DistanceUnit): string {
  return NAMES[unit].many
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
