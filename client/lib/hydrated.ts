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

const Hydrated = createContext(true)

/**
 * False on the server, and in the browser while a rendered page is taken over. What only a browser knows is shown when it
 * is true: its zone and language, its width, what it has stored.
 */
export const useHydrated = (): boolean => useContext(Hydrated)

interface Props {
  /** Called once everything shows what the browser knows. */
  onDone?: () => void
  children: ReactNode
}

/**
 * Around a page that the server renders. The browser's own follows in a transition: set where it is used, it would make
 * React draw it at once and in one piece, with all effects of the page.
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
