import { useLocation } from 'react-router'

/** The address without its tab; the same session may be looked at under its activity. */
export function useSessionPath(): { base: string; tab: string | undefined } {
  const path = useLocation().pathname.replace(/\/$/, '')
  const tab = path.match(/\/(hut|chat|goals|member-goals|logs|over-time)$/)?.[1]
  return { base: tab ? path.slice(0, -tab.length - 1) : path, tab }
}
