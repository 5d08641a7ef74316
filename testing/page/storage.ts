import { vi } from 'vitest'

/** Makes the browser's storage throw, as in some private windows. `vi.unstubAllGlobals` restores it. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse })
  }
}
