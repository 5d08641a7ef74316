/** A page that was open during an upgrade asks for chunks that are gone; the new page has the new names. */

let optional = 0

export function reloadForMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    if (optional === 0) window.location.reload()
  })
}

/** Loads what the page can do without: a reload would ask for what is being written. */
export async function loadOptional<T>(load: () => Promise<T>): Promise<T> {
  optional++
  try {
    return await load()
  } finally {
    optional--
  }
}
