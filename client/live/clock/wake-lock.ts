import { useEffect } from 'react'

/** Keeps the screen on while the session runs, if the browser can. The browser releases the lock of a hidden page. */
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
        // A phone that saves its battery refuses the lock. The session works without it.
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
