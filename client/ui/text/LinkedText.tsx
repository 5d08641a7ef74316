import { Fragment, type ReactNode } from 'react'
import { splitLinks } from '../../../domain/lib/links.ts'
import classes from './LinkedText.module.css'

interface Props {
  text: string
  /** Renders the text between the links. By default unchanged. */
  renderText?: (text: string) => ReactNode
}

/** Plain text whose web addresses are links that open in a new tab. */
export function LinkedText({ text, renderText = words => words }: Props) {
  return splitLinks(text).map((piece, index) =>
    piece.isLink ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no id.
        key={index}
        href={piece.text}
        target="_blank"
        rel="noopener nofollow ugc"
        className={classes.link}
      >
        {piece.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={index}>{renderText(piece.text)}</Fragment>
    )
  )
}
