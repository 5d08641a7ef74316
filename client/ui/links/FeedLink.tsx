import IconRss from '@tabler/icons-react/dist/esm/icons/IconRss.mjs'
import classes from './FeedLink.module.css'

/** A link to the Atom feed of a page, for feed readers. */
export function FeedLink({ of: { title, path } }: { of: { title: string; path: string } }) {
  return (
    <a className={classes.feed} href={encodeURI(`${path}/feed.atom`)} type="application/atom+xml">
      <IconRss size={18} aria-hidden />
      Feed of {title}
    </a>
  )
}
