import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DataOf } from '../../domain/lib/page.ts'
import { itemPage } from '../../domain/publishing/api.ts'
import { ItemStatus } from '../../domain/publishing/item.ts'
import { usePage } from '../lib/page.ts'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { ReportMenu } from '../moderation/ReportMenu.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { Byline } from './Byline.tsx'
import { Followers, FollowPage } from './following/FollowPage.tsx'
import { AdminTools, ItemList } from './ItemList.tsx'
import { OwnerTools } from './OwnerTools.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import classes from './publishing.module.css'
import { StatusButton } from './StatusButton.tsx'

const PublishAt = late(async () => (await import('./writing/PublishAt.tsx')).PublishAt)
const EditItem = late(async () => (await import('./writing/EditItem.tsx')).EditItem, <Loading />)

type Data = DataOf<typeof itemPage>

/** An item with links to its neighbours in its group, or a group with its items (PUB-005, PUB-011). */
export function ItemPage() {
  const data = usePage(itemPage)
  return <Shown key={data.item.id} data={data} />
}

function Shown({ data }: { data: Data }) {
  const { item, person, isOwner } = data
  const [isAsked, setIsAsked] = useState(false)
  const isEditing = isOwner && isAsked
  const navigate = useNavigate()
  const isBook = item.is_book === 1
  return (
    <PublicFrame
      {...data}
      title={item.title}
      note={<Followers following={data.following} />}
      book={isBook ? item : item.group}
      isText={!isBook && !isEditing}
      actions={
        isOwner ? (
          <OwnTools data={data} isEditing={isEditing} onEdit={setIsAsked} />
        ) : (
          <>
            {isBook && !data.canSwitch && (
              <FollowPage page={{ kind: 'book', id: item.id, title: item.title }} following={data.following} />
            )}
            <AdminTools item={item} />
            <ReportMenu about={{ kind: 'item', id: item.id }} label={`Menu of ${item.title}`} />
          </>
        )
      }
    >
      {item.is_taken_down === 1 && <HiddenNote about={{ kind: 'item', id: item.id }} isMine={isOwner} />}
      {isOwner && item.status === ItemStatus.Unpublished && <PublishAt item={item} />}
      {isEditing ? (
        <EditItem
          item={item}
          writer={writerOf(data)}
          onSaved={({ path }) => {
            setIsAsked(false)
            // Moving to another group changes the address.
            if (path !== item.path) void navigate(path, { replace: true })
          }}
          onDeleted={() => void navigate(item.parent?.path ?? person.path, { replace: true })}
        />
      ) : (
        <div className={classes.text}>
          {!isBook && <Byline item={item} person={person} face={data.face} />}
          <RichText html={item.content} />
          {item.parent_id !== null && !isBook && (
            <TextLink to={`/sources/${item.parent_id}/activities/${item.slug}`}>In other words</TextLink>
          )}
        </div>
      )}
      {isBook ? <Contents data={data} /> : <Neighbours data={data} />}
    </PublicFrame>
  )
}

const writerOf = ({ person, books }: Data) => ({ username: person.username, groups: books })

interface OwnToolsProps {
  data: Data
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

function OwnTools({ data: { item }, isEditing, onEdit }: OwnToolsProps) {
  return (
    <div className={classes.tools}>
      <StatusButton item={item} />
      <IconButton
        icon={isEditing ? IconX : IconPencil}
        label={isEditing ? `Close the form of ${item.title}` : `Edit ${item.title}`}
        onClick={() => onEdit(!isEditing)}
      />
    </div>
  )
}

function Contents({ data }: { data: Data }) {
  const { item, items, isOwner } = data
  return (
    <>
      {isOwner && <OwnerTools data={data} book={item} />}
      {items.length === 0 ? (
        <EmptyState
          icon={<IconNotebook size={40} aria-hidden />}
          text={isOwner ? 'Nothing in this group yet. Add an item to get started.' : 'Nothing in this group yet.'}
        />
      ) : (
        <ItemList page={itemPage} items={items} isOwner={isOwner} writer={writerOf(data)} />
      )}
    </>
  )
}

function Neighbours({ data: { previous, next } }: { data: Data }) {
  if (!previous && !next) return null
  return (
    <nav className={classes.neighbours} aria-label="Neighbours">
      {previous && (
        <TextLink to={previous.path} rel="prev">
          <small>Previous: </small>
          <span dir="auto">{previous.title}</span>
        </TextLink>
      )}
      {next && (
        <TextLink to={next.path} rel="next">
          <small>Next: </small>
          <span dir="auto">{next.title}</span>
        </TextLink>
      )}
    </nav>
  )
}
