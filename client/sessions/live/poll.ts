/** Polls the state of a room while no socket opens (D-67): some networks block sockets. */
import { pollSession } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'

const EVERY_MS = 5000

/**
 * Returns a function that stops the polling.
 * @param onResponse gets the number of the room's last event, or null when there was no response
 */
export function startPolling(room: number, onResponse: (seq: number | null) => void): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    const response = await call(pollSession, { params: { event: String(room) } }).catch(() => null)
    if (stopped) return
    onResponse(response?.seq ?? null)
    timer = setTimeout(() => void ask(), EVERY_MS)
  }
  void ask()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
