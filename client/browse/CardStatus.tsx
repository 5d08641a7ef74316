import type { Card } from '../../domain/browse/api.ts'
import { countdown } from '../../domain/lib/duration.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { Countdown } from '../ui/Countdown.tsx'
import { StatusDot } from '../ui/StatusDot.tsx'
import { cardState } from './card-state.ts'

type Timed = Pick<Card, 'status' | 'started_at' | 'ended_at' | 'paused_since' | 'duration'>

/**
 * "Starts in 04:10", with text, shape and colour (SES-060, SES-062, SES-064). Updates itself when the countdown ends.
 */
export function CardStatus({ card }: { card: Timed }) {
  const { status, text, until } = cardState(card, useNow())
  return (
    <StatusDot status={status}>
      {until === null ? (
        text
      ) : (
        <span>
          {text} <Countdown until={until} format={countdown} />
        </span>
      )}
    </StatusDot>
  )
}
