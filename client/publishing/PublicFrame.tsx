import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ListedBook } from '../../domain/publishing/api.ts'
import { ItemStatus } from '../../domain/publishing/item.ts'
import type { Person } from '../../domain/publishing/person.ts'
import { FeedLink } from '../ui/links/FeedLink.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { late } from '../ui/loading/late.tsx'
import { crumbsOf, PageHeading } from '../ui/PageHeading.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import classes from './PublicFrame.module.css'
import { SwitchOffer } from './SwitchOffer.tsx'

const PersonSwitcher = late(async () => (await import('../my/PersonSwitcher.tsx')).PersonSwitcher)

interface Props {
  title: string
  picture?: ReactNode
  /** Above the heading, such as a wide picture. */
  cover?: ReactNode
  /** A line below the title. */
  note?: ReactNode
  actions?: ReactNode
  /** Shown between the heading and the texts. */
  facts?: ReactNode
  breadcrumbs: readonly { title: string; path: string }[]
  person: Person
  canSwitch: boolean
  isOwner: boolean
  books: readonly ListedBook[]
  itemsCount: number
  /** The person's feed has activities or sessions, besides texts. */
  hasNews?: boolean
  /** The group that the page shows, or that contains its item; null for none. */
  book: { id: number; title: string } | null
  /** The page is for reading: a narrow column in the middle, and the groups after the text on narrow screens. */
  isText?: boolean
  children: ReactNode
}

/** The frame of every page of a person: breadcrumb, and the person's groups (PUB-008, PUB-009, PUB-011). */
export function PublicFrame({
  title,
  picture,
  cover,
  note,
  actions,
  facts,
  breadcrumbs,
  person,
  canSwitch,
  isOwner,
  books,
  itemsCount,
  hasNews = false,
  book,
  isText = false,
  children
}: Props) {
  const navigate = useNavigate()
  const shown = books.find(({ id }) => id === book?.id)
  // Only published groups have a feed.
  const withFeed = shown?.status === ItemStatus.Published ? shown : person
  const hasTexts = itemsCount > 0 || books.length > 0 || isText
  const side = (hasTexts || hasNews || isOwner || canSwitch) && (
    <aside className={classes.side} aria-label={`Groups of ${person.title}`}>
      {(isOwner || books.length > 0) && (
        <GroupPicker
          label="Group"
          value={book?.title ?? (isOwner ? 'None' : 'All')}
          username={person.username}
          canCreate={isOwner}
          onChoose={({ path }) => void navigate(path ?? person.path)}
        />
      )}
      {books.length > 0 && (
        <nav aria-label="Groups" className={classes.books}>
          <ul>
            {books.map(({ id, title, path, status }) => (
              <li key={id}>
                <TextLink to={path} aria-current={id === book?.id ? 'true' : undefined}>
                  {title}
                </TextLink>
                {status === ItemStatus.Unpublished && <small>Unpublished</small>}
              </li>
            ))}
          </ul>
        </nav>
      )}
      {(hasTexts || hasNews) && <FeedLink of={withFeed} />}
      {(isOwner || canSwitch) && <PersonSwitcher />}
    </aside>
  )
  return (
    <div className={classes.frame} data-reading={isText || undefined}>
      <div className={classes.top}>
        {cover}
        <PageHeading
          title={title}
          picture={picture}
          note={note}
          {...(breadcrumbs.length > 1 && { crumbs: crumbsOf(breadcrumbs) })}
          actions={actions}
        />
        {facts}
      </div>
      {!isText && side}
      <div className={classes.page}>
        {canSwitch && <SwitchOffer person={person} />}
        {children}
      </div>
      {isText && side}
    </div>
  )
}
