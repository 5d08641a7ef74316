import IconArrowAutofitWidth from '@tabler/icons-react/dist/esm/icons/IconArrowAutofitWidth.mjs'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Timeline.module.css'

interface Props {
  zoom: number
  most: number
  onZoom: (zoom: number) => void
}

/** Shown if some bars are too narrow to press while the whole plan is in view. */
export function ZoomButtons({ zoom, most, onZoom }: Props) {
  if (most <= 1) return null
  return (
    <div className={classes.zooms}>
      <IconButton
        icon={IconArrowAutofitWidth}
        label="Show the whole plan"
        aria-disabled={zoom === 1}
        onClick={() => onZoom(1)}
      />
      <IconButton icon={IconZoomOut} label="Zoom out" aria-disabled={zoom === 1} onClick={() => onZoom(zoom / 2)} />
      <IconButton icon={IconZoomIn} label="Zoom in" aria-disabled={zoom >= most} onClick={() => onZoom(zoom * 2)} />
    </div>
  )
}
