/**
 * Registers the service worker, which keeps the built files (client/worker/). Waits until the first page has loaded.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = (): void => {
    navigator.serviceWorker.register('/worker.js').catch(error => console.warn('service worker:', error))
  }
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 10_000 })
    else setTimeout(register, 3000)
  }
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle)
}
