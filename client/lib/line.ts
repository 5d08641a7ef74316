/** The line to the server: what failed because of it, and when that is tried again. */
import { useEffect, useRef } from 'react'
import { CallRefused, NoResponse } from './api.ts'
import { backoff } from './backoff.ts'

/** For a page that somebody looks at. */
const LONGEST_WAIT = 10_000

/** After this time in ms a page that was never loaded says that it waits. */
export const LONGEST = 8000

/** Nothing came back, or a proxy responded for a server that is being restarted. */
export function isLineError(error: unknown): boolean {
  return error instanceof NoResponse || (error instanceof CallRefused && [502, 503, 504].includes(error.status))
}

/** Whether the server itself responds, whatever the browser says of the network. */
export async function isServerThere(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  return response?.ok ?? false
}

/** Waits for a result no longer than `ms`, and fails then as if the line were gone. What was begun goes on. */
export function within<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoResponse(`nothing within ${ms} ms`)), ms)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

/**
 * Calls `run` after 1 s, 2 s, 4 s … 10 s, and at once when the browser says that the network is back or the page is
 * looked at again. Returns a function that stops it.
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

/** The same for as long as a component is shown. */
export function useTryAgain(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => tryAgain(() => latest.current()), [])
}
