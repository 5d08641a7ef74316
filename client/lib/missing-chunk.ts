/** After an upgrade an open page asks for chunks that no longer exist. Loading the page anew gives it the new names. */

let optional = 0

export function reloadForMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    if (optional === 0) window.location.reload()
  })
}

/** Loads a chunk that the page can do without. It never reloads the page, which would lose what somebody is writing. */
export async function loadOptional<T>(load: () => Promise<T>): Promise<T> {
  optional++
  try {
    return await load()
  } finally {
    optional--
  }
}
