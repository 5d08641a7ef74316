/** Polls the state of a room while no socket opens (D-67). Some networks block sockets. */
import { pollSession } from '../../domain/sessions/api.ts'
import { CallRefused, call } from '../lib/api.ts'

const EVERY_MS = 5000

/**
 * Returns a function that stops the polling.
 * @param onResponse gets the number of the room's last event, null when there was no response, or 'gone' once the session
 * was cancelled (D-139)
 */
export function startPolling(room: number, onResponse: (seq: number | null | 'gone') => void): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    const seq = await call(pollSession, { params: { event: String(room) } }).then(
      response => response.seq,
      error => (error instanceof CallRefused && error.status === 404 ? 'gone' : null)
    )
    if (stopped) return
    onResponse(seq)
    if (seq === 'gone') return
    timer = setTimeout(() => void ask(), EVERY_MS)
  }
  void ask()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
