import type { Uploaded } from '../../domain/uploads/api.ts'
import { widthsOf } from '../faces/Face.tsx'
import classes from './PersonPage.module.css'

/** The wide picture above a person's page. Its height is known before it has loaded, so nothing moves. */
export function Cover({ picture }: { picture: Uploaded }) {
  return (
    <img
      className={classes.cover}
      src={picture.url}
      srcSet={widthsOf(picture)}
      sizes="(min-width: 75em) 71rem, 100vw"
      alt=""
    />
  )
}
