import { vi } from 'vitest'

/** As a browser whose storage cannot be used, such as in some private windows; `vi.unstubAllGlobals` ends it. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse })
  }
}
