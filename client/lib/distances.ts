/** The unit in which this person reads and types distances (D-154). */
import { type DistanceUnit, unitOfLanguage } from '../../domain/lib/distance.ts'
import { useHydrated } from './hydrated.ts'
import { getUser, useUser } from './user.ts'

/**
 * The unit of the signed-in person, or else of the browser's region. The server renders miles for visitors, because
 * it does not know the region.
 */
export function useDistanceUnit(): DistanceUnit {
  const isHydrated = useHydrated()
  return useUser()?.distance_unit ?? (isHydrated ? unitOfBrowser() : 'mi')
}

/** For code outside of rendering, such as a press. */
export function distanceUnitNow(): DistanceUnit {
  return getUser()?.distance_unit ?? unitOfBrowser()
}

export function unitOfBrowser(): DistanceUnit {
  if (known.language !== navigator.language) {
    known = { language: navigator.language, unit: unitOfLanguage(navigator.language) }
  }
  return known.unit
}

/** The last answer, because browsers take long to find the region of a language. */
let known: { language: string; unit: DistanceUnit } = { language: '', unit: 'mi' }
