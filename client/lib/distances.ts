/** The unit in which this person reads and types distances (D-154). */
import { type DistanceUnit, unitOfLanguage } from '../../domain/lib/distance.ts'
import { useHydrated } from './hydrated.ts'
import { getUser, useUser } from './user.ts'

/** A page that is rendered for visitors shows miles, until the browser says which region it is in. */
export function useDistanceUnit(): DistanceUnit {
  const isHydrated = useHydrated()
  return useUser()?.distance_unit ?? (isHydrated ? unitOfBrowser() : 'mi')
}

/** For what is not rendered, such as a press. */
export function distanceUnitNow(): DistanceUnit {
  return getUser()?.distance_unit ?? unitOfBrowser()
}

export function unitOfBrowser(): DistanceUnit {
  return unitOfLanguage(navigator.language)
}
