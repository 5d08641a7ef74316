import { useLocation } from 'react-router'

/** Splits the path into session and tab. The base may be the session's own path, or its path under an activity. */
export function useSessionPath(): { base: string; tab: string | undefined } {
  const path = useLocation().pathname.replace(/\/$/, '')
  const tab = path.match(/\/(hut|chat|goals|member-goals|logs|over-time)$/)?.[1]
  return { base: tab ? path.slice(0, -tab.length - 1) : path, tab }
}
