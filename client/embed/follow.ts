/** Reads a session or an activity as a visitor does, and follows what changes. It sends and stores nothing. */
import type { SessionData } from '../../domain/sessions/api.ts'
import { addTimeSample } from './server-time.ts'

/** Returns the data of a page as a visitor gets it; null when the page is not there for visitors. */
export async function loadPage<Data>(path: string): Promise<Data | null> {
  const sentAt = Date.now()
  const response = await fetch(`/api${path}`, { credentials: 'omit', headers: { accept: 'application/json' } })
  addTimeSample(Number(response.headers.get('x-server-time')), sentAt, Date.now())
  if ([401, 403, 404, 410].includes(response.status)) return null
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as { serverData: Data }).serverData
}

/** Keys of an event that the clock or the plan depends on. Other events are messages, logs and the like. */
const CLOCK_KEYS = ['reload', 'status', 'started_at', 'ended_at', 'cancelled', 'is_hidden', 'part', 'left']
/** Many frames load after one event, so each waits a moment of its own. */
const SPREAD_MS = 500
const AGAIN_MS = 10_000

/**
 * Follows a session from now on: loads it, and loads it again after each event that changes its clock.
 * @param onData gets null once the session is gone
 */
export function followSession(slug: string, onData: (data: SessionData | null) => void): void {
  let seq = -1
  let waiting = false
  const load = async (): Promise<void> => {
    waiting = false
    try {
      const data = await loadPage<SessionData>(`/sessions/${slug}`)
      seq = data?.challengeEvent.seq ?? seq
      onData(data)
    } catch {
      later(AGAIN_MS)
    }
  }
  const later = (ms: number): void => {
    if (waiting) return
    waiting = true
    setTimeout(() => void load(), ms)
  }
  const listen = (): void => {
    const events = new EventSource(`/api/challenge-events/${slug}/stream`)
    events.onmessage = ({ data, lastEventId }) => {
      const event = JSON.parse(data) as object
      // The first event after a connection has the whole state, with its number.
      const isChanged = 'seq' in event ? event.seq !== seq : Object.keys(event).some(key => CLOCK_KEYS.includes(key))
      if (isChanged) later(Math.random() * SPREAD_MS)
      else seq = Number(lastEventId)
    }
    // A browser connects again by itself, unless the response was a refusal.
    events.onerror = () => {
      if (events.readyState !== EventSource.CLOSED) return
      later(AGAIN_MS)
      setTimeout(listen, 3 * AGAIN_MS)
    }
  }
  // Events may have been missed, and the clock of the device may have changed.
  addEventListener('online', () => void load())
  void load().then(listen)
}
