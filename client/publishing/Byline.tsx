import type { Item } from '../../domain/publishing/item.ts'
import type { Person } from '../../domain/publishing/person.ts'
import { readingMinutes } from '../../domain/publishing/reading-time.ts'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { Face } from '../faces/Face.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Day, ItemMeta } from './ItemMeta.tsx'
import classes from './publishing.module.css'

interface Props {
  item: Item
  person: Person
  face: Uploaded | null
}

/** Shows the writer of an item, its reading time, its dates and its group. */
export function Byline({ item, person, face }: Props) {
  const changed = item.updated_at.slice(0, 10)
  const published = (item.published_at ?? item.created_at).slice(0, 10)
  return (
    <div className={classes.byline}>
      <Face username={person.username} size={48} known={face} />
      <div>
        <p className={classes.writer}>
          <TextLink to={person.path} rel="author">
            {person.title}
          </TextLink>
          <span>{readingMinutes(item.content)} min read</span>
        </p>
        <ItemMeta item={item}>
          {changed > published && (
            <span>
              Changed <Day date={changed} />
            </span>
          )}
        </ItemMeta>
      </div>
    </div>
  )
}
