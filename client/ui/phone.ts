import { useMediaQuery } from '@mantine/hooks'

/** True on screens narrower than 768 px. The server does not know the width and renders as for a wide screen. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
