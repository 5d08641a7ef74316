import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { memo, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { type Builder, useBuilder } from '../builder.ts'
import classes from './Timeline.module.css'
import { TimelineLine } from './TimelineLine.tsx'
import { ticksFor } from './timeline-steps.ts'
import { useTimelineDrag } from './use-timeline-drag.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import { zoomsFor } from './zoom.ts'

/** Free space at the end, so that the last bar can be dragged further. */
const ROOM = 1.12

const HINT = 'Drag a part or its end. On a keyboard, use the arrow keys, with Shift for its end.'
const HINT_WHOLE = 'Press where you want to zoom in.'
const HINT_ZOOMED = 'Choose a part, then drag it or its end. On a keyboard, use the arrow keys, with Shift for its end.'

/**
 * The plan to scale, with gaps and overlaps. Every bar can be dragged. It follows a change of the form a frame later, so
 * that a new row appears at once; a bar under the finger follows at once.
 */
export function Timeline() {
  const now = useBuilder()
  const later = useDeferredValue(now)
  const [isHeld, setIsHeld] = useState(false)
  return <Drawing builder={isHeld ? now : later} onHold={setIsHeld} />
}

interface Props {
  builder: Builder
  /** Called when a bar is grabbed or let go. */
  onHold: (isHeld: boolean) => void
}

const Drawing = memo(function Drawing({ builder, onHold }: Props) {
  const { form, kind, errors, timeline } = builder
  const { total, groups, excess } = timeline
  const size = useElementSize<HTMLDivElement>()
  const view = useRef<HTMLDivElement>(null)
  const whole = Math.max(total, 60) * ROOM
  const bars = groups.flatMap(group => group.bars)
  const zooms = zoomsFor(bars, whole, size.width)
  const [asked, setAsked] = useState<number | null>(null)
  const zoom = Math.min(Math.max(asked ?? zooms.usual, 1), zooms.most)
  const drag = useTimelineDrag(onHold, whole, zoom)
  const help = useId()
  /** The middle of the view after the next zoom, as a share of the whole. */
  const middle = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (!view.current || middle.current === null) return
    view.current.scrollLeft = middle.current * drag.zoom * view.current.clientWidth - view.current.clientWidth / 2
    middle.current = null
  }, [drag.zoom])
  useEffect(() => {
    // Keeps a bar in view that was moved by keys.
    if (drag.said && !drag.dragged && view.current?.dataset.scrolls) {
      view.current.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }, [drag.said, drag.dragged])

  const isEmpty = bars.length === 0
  useLayoutEffect(() => {
    // The drawing of a first part pushes its row down, whose title has the focus.
    const { activeElement } = document
    if (!isEmpty && activeElement instanceof HTMLInputElement) activeElement.scrollIntoView({ block: 'nearest' })
  }, [isEmpty])

  if (isEmpty) {
    return <Text mb="md">Nothing is timed yet. Add a part to see it here.</Text>
  }
  const { scale } = drag
  const left = (seconds: number) => ({ insetInlineStart: `${(seconds / scale) * 100}%` })
  const hint = zoom < zooms.usual ? HINT_WHOLE : zoom > 1 ? HINT_ZOOMED : HINT
  const isTooLong = kind === 'session' && form.duration > 0 && excess > 0

  function zoomTo(next: number, at?: number): void {
    const { scrollLeft = 0, clientWidth = 1, scrollWidth = 1 } = view.current ?? {}
    middle.current = at ?? (scrollLeft + clientWidth / 2) / scrollWidth
    setAsked(next)
  }

  return (
    <div ref={size.ref} className={classes.timeline} data-dragging={drag.dragged !== null || undefined} data-timeline>
      <div className={classes.top}>
        <p className={classes.total}>
          <strong>{total > 0 ? shortDuration(total) : 'No time yet'}</strong> in all
          {form.parts.some(group => group.parts.some(part => part.per_participant)) && ', for one participant'}
        </p>
        <ZoomButtons zoom={zoom} most={zooms.most} onZoom={zoomTo} />
      </div>
      <p id={help} hidden>
        The left and right arrows move it, or change its length with Shift. The up and down arrows go to the part before
        or after, and Enter goes to its row.
      </p>
      <div ref={view} className={classes.view} data-scrolls={drag.zoom > 1 || undefined}>
        <div className={classes.lines} style={{ width: `${drag.zoom * 100}%` }}>
          <div className={classes.scale} aria-hidden>
            {ticksFor(scale, drag.zoom)
              .filter(seconds => seconds / scale < 1 - 0.07 / drag.zoom)
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
                startedAt={form.started_at}
                errors={errors}
                drag={drag}
                describedBy={help}
                limit={isTooLong ? form.duration : null}
                pixelsASecond={(drag.zoom * size.width) / scale}
                onZoomIn={at => zoomTo(Math.max(zooms.usual, zoom * 4), at)}
              />
            ) : null
          })}
        </div>
      </div>
      {isTooLong && (
        <p className={classes.note} data-warns>
          <IconAlertTriangle size={18} aria-hidden /> The parts last {shortDuration(excess)} longer than the session.
        </p>
      )}
      <p className={classes.said}>
        <span role="status">{drag.said}</span>
        {!drag.said && (drag.shown || <span className={classes.hint}>{hint}</span>)}
      </p>
    </div>
  )
})
