import type { ReactNode } from 'react'
import { type Item, ItemStatus } from '../../domain/publishing/item.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import classes from './publishing.module.css'

/** In UTC, so that all readers see the same day. */
const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC'
})

/** The group of an item, and the day it was created: "Saturday, 01/31/2026" (PUB-029, PUB-030). */
export function ItemMeta({ item, children }: { item: Item; children?: ReactNode }) {
  const { parent, date, status, is_book, is_taken_down } = item
  const published = item.published_at?.slice(0, 10) ?? date
  return (
    <p className={classes.meta}>
      {parent && <TextLink to={parent.path}>{parent.title}</TextLink>}
      {is_book === 1 && <span>Group</span>}
      <Day date={date} />
      {published !== date && (
        <span>
          Published <Day date={published} />
        </span>
      )}
      {status === ItemStatus.Unpublished && (
        <span>
          {is_taken_down ? 'Taken down by a site admin' : item.publish_at ? 'Not published yet' : 'Unpublished'}
        </span>
      )}
      {children}
    </p>
  )
}

export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{DAY.format(Date.parse(date))}</time>
}
