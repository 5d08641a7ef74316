/** The connection to the server: recognises errors of the connection, and retries after them. */
import { useEffect, useRef } from 'react'
import { CallRefused, NoResponse } from './api.ts'
import { backoff } from './socket/backoff.ts'

/** Short, because someone is looking at the page. */
const LONGEST_WAIT = 10_000

/** After this time in ms, a page that was never loaded shows that it is waiting. */
export const FIRST_LOAD_MS = 8000

/** No response came, or a proxy responded for a server that is restarting. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof NoResponse || (error instanceof CallRefused && [502, 503, 504].includes(error.status))
}

/** Whether the server responds. The browser's online state does not tell. */
export async function isServerThere(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  return response?.ok ?? false
}

/** Waits at most `ms` for a result, then throws as if the connection had broken. The work itself continues. */
export function within<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoResponse(`nothing within ${ms} ms`)), ms)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

/**
 * Calls `run` after 1 s, 2 s, 4 s … 10 s, and at once when the browser is online again or the page becomes visible.
 * Returns a function that stops it.
 */
export function tryAgain(run: () => void): () => void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(go, Math.min(LONGEST_WAIT, backoff(failures++, Math.random())))
  }
  const go = (): void => {
    wait()
    run()
  }
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') go()
  }
  wait()
  window.addEventListener('online', go)
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', go)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}

/** Calls `run` the same way while the component is mounted. */
export function useTryAgain(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => tryAgain(() => latest.current()), [])
}
