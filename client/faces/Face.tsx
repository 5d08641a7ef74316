import { memo } from 'react'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { useIsMuted } from '../moderation/mute.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useGuestName } from '../ui/people/guest-name.ts'
import classes from './Face.module.css'
import { useFace } from './faces.ts'

interface Props {
  username: string
  /** In pixels. */
  size?: number
  /** The picture in the page's data, or null for none. Left out if the page's data doesn't say. */
  known?: Uploaded | null
}

/**
 * A person's picture, or the first letter of their username on one of six warm hues. Hidden from screen readers, because the name is next to it.
 * Its size is the same before and after the picture has loaded.
 */
export const Face = memo(function Face(props: Props) {
  return (
    <ErrorBoundary>
      <FaceOf {...props} />
    </ErrorBoundary>
  )
})

function FaceOf({ username, size = 40, known }: Props) {
  const face = useFace(username, known)
  const isMuted = useIsMuted(username)
  const letters = useGuestName(username) ?? username
  return (
    <span
      className={classes.face}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      data-letter={[...letters][0]?.toUpperCase()}
      data-hue={hueOf(username)}
      aria-hidden
    >
      {face && !isMuted && (
        <img
          src={face.url}
          srcSet={widthsOf(face)}
          sizes={`${size}px`}
          width={size}
          height={size}
          alt=""
          loading="lazy"
        />
      )}
    </span>
  )
}

const HUES = 6

/** The same of six warm hues for a username, always. */
function hueOf(username: string): number {
  return [...username].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % HUES
}

/** The `srcset` of a picture. */
export function widthsOf({ url, urls, width }: Uploaded): string {
  const narrower = Object.entries(urls).filter(([name]) => name !== 'default')
  return [...narrower.map(([name, one]) => `${one} ${name}w`), `${url} ${width}w`].join(', ')
}
