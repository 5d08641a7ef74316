/** Work that the app does by itself. It starts and stops with the app. */
export interface Worker {
  /** Resolves when everything due is done; for shutdown and tests. */
  done: () => Promise<void>
}
