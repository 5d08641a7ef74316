import { useMedia } from './media.ts'

/** True on screens narrower than 768 px. The server does not know the width and renders as for a wide screen. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99em)')
}
