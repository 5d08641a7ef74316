import { useEffect } from 'react'

/** Keeps the screen on while the session runs, where the browser can; a hidden page gives its lock back by itself. */
export function useWakeLock(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning || !navigator.wakeLock) return
    let lock: WakeLockSentinel | null = null
    let wanted = true
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (wanted) lock = taken
        else await taken.release()
      } catch {
        // A phone that saves its battery refuses; the session goes on all the same.
      }
    }
    const onVisible = (): void => void take()
    void take()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      wanted = false
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release().catch(() => {})
    }
  }, [isRunning])
}
