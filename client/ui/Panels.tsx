import { Children, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** The panels of a page, each in a boundary of its own: one that throws leaves the others and the heading. */
export function Panels({ children }: { children: ReactNode }) {
  return Children.map(children, panel => panel && <ErrorBoundary what="this part of the page">{panel}</ErrorBoundary>)
}
