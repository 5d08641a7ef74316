import { useMediaQuery } from '@mantine/hooks'
import { useHydrated } from '../lib/hydrated.ts'

/** True on screens narrower than 768 px. The server does not know the width and renders as for a wide screen. */
export function useIsPhone(): boolean {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return useHydrated() && isNarrow
}
