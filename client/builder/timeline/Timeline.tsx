import { Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useId } from 'react'
import type { Timeline as Layout } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { useBuilder } from '../builder.ts'
import classes from './Timeline.module.css'
import { TimelineLine } from './TimelineLine.tsx'
import { ticksFor } from './timeline-steps.ts'
import { useTimelineDrag } from './use-timeline-drag.ts'

/** Free space at the end, so that the last bar can be dragged further. */
const ROOM = 1.12

const HINT = 'Drag an event, or its end. With keys: the arrows, and Shift for its end.'

/** The plan to scale, with gaps and overlaps; every bar can be dragged. */
export function Timeline({ timeline }: { timeline: Layout }) {
  const { form, kind } = useBuilder()
  const { total, groups, excess } = timeline
  const drag = useTimelineDrag(timeline, Math.max(total, 60) * ROOM)
  const help = useId()
  if (groups.every(group => group.bars.length === 0)) {
    return <Text mb="md">Nothing is timed yet. Add an event, and it is drawn here.</Text>
  }
  const { scale } = drag
  const left = (seconds: number) => ({ insetInlineStart: `${(seconds / scale) * 100}%` })
  const isTooLong = kind === 'session' && form.duration > 0 && excess > 0
  return (
    <div className={classes.timeline} data-dragging={drag.dragged !== null || undefined}>
      <p className={classes.total}>
        <strong>{total > 0 ? shortDuration(total) : 'No time yet'}</strong> in all
        {form.parts.some(group => group.parts.some(part => part.per_participant)) && ', for one participant'}
      </p>
      <p id={help} hidden>
        Left and right arrow move it, with Shift they change how long it lasts. Enter goes to its row.
      </p>
      <div className={classes.scale} aria-hidden>
        {ticksFor(scale)
          .filter(seconds => seconds / scale < 0.93)
          .map(seconds => (
            <span key={seconds} style={left(seconds)}>
              {seconds === 0 ? '0' : shortDuration(seconds)}
            </span>
          ))}
      </div>
      {form.parts.map((group, index) => {
        const drawn = groups[index]
        return drawn && drawn.bars.length > 0 ? (
          <TimelineLine
            key={group.uuid}
            group={group}
            index={index}
            drawn={drawn}
            drag={drag}
            describedBy={help}
            limit={isTooLong ? form.duration : null}
          />
        ) : null
      })}
      {isTooLong && (
        <p className={classes.note} data-warns>
          <IconAlertTriangle size={18} aria-hidden /> The events last {shortDuration(excess)} longer than the session.
        </p>
      )}
      <p className={classes.said}>
        <span role="status">{drag.said}</span>
        {!drag.said && (drag.shown || <span className={classes.hint}>{HINT}</span>)}
      </p>
    </div>
  )
}
