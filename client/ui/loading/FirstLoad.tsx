import type { ReactNode } from 'react'
import { Loading } from './Loading.tsx'

/** Before the first page arrived. A margin would move the body, and so count as a jump when the page comes. */
export function FirstLoad({ children = <Loading /> }: { children?: ReactNode }) {
  return <div style={{ maxWidth: 'var(--page-width)', margin: '0 auto', padding: '6rem 1rem 2rem' }}>{children}</div>
}
