import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState
} from 'react'
import { config } from './embedded.ts'

const Hydrated = createContext(true)

/**
 * False on the server and during hydration. Components show values that only the browser knows once it is true: zone,
 * language, width, and stored values.
 */
export const useHydrated = (): boolean => useContext(Hydrated)

interface Props {
  /** Called once all components show the browser's values. */
  onDone?: () => void
  children: ReactNode
}

/**
 * Wraps a page that the server renders. The switch to the browser's values runs in one transition here. If each
 * component switched by itself, React would render them synchronously, with all effects of the page.
 */
export function Hydrating({ onDone, children }: Props): ReactElement {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (isDone) onDone?.()
    else startTransition(() => setDone(true))
  }, [isDone, onDone])
  // Without JSX, because tests of the live room run in Node.
  return createElement(Hydrated, { value: isDone }, children)
}

/**
 * Returns the whole address of a path. The server knows its own origin only by APP_URL. Without it a page that the server
 * renders has the path alone until it is hydrated.
 */
export function useAddress(path: string): string {
  const isHydrated = useHydrated()
  return (config.app_url || (isHydrated ? window.location.origin : '')) + path
}
