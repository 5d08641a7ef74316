import type { ReactNode } from 'react'
import { Loading } from './Loading.tsx'

/** Shown before the first page has arrived. Padding, because a margin would move the body and count as a layout shift. */
export function FirstLoad({ children = <Loading /> }: { children?: ReactNode }) {
  return <div style={{ maxWidth: 'var(--page-width)', margin: '0 auto', padding: '6rem 1rem 2rem' }}>{children}</div>
}
