import { Button } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './PartText.module.css'

/** The text of the current part. On phones it shows a few lines and a button, so that the faces stay in the first view. */
export function PartText({ html }: { html: string }) {
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  const [observed, { width }] = useResizeObserver<HTMLDivElement>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width breaks the lines elsewhere.
  useLayoutEffect(() => {
    setCut(text.current !== null && text.current.scrollHeight > text.current.clientHeight + 1)
  }, [width, isWhole])
  return (
    <div className={classes.part}>
      <div
        ref={useMergedRef(text, observed)}
        className={classes.text}
        data-whole={isWhole || undefined}
        data-cut={isCut || undefined}
      >
        <RichText html={html} />
      </div>
      {isCut && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          Read all
        </Button>
      )}
    </div>
  )
}
