import { Button } from '@mantine/core'
import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import { type ComponentProps, useState } from 'react'
import { isModerator } from '../../domain/accounts/user.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { Face } from '../faces/Face.tsx'
import { RemoveFace } from '../faces/RemoveFace.tsx'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { ReportItems } from '../moderation/ReportItems.tsx'
import { ReportMenu } from '../moderation/ReportMenu.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { late } from '../ui/loading/late.tsx'
import { Cover } from './Cover.tsx'
import { FollowPage } from './following/FollowPage.tsx'
import { ItemList } from './ItemList.tsx'
import { OwnerTools } from './OwnerTools.tsx'
import classes from './PersonPage.module.css'
import { ProfileFacts, ProfileNote } from './ProfileFacts.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import type { EditPerson as Form } from './writing/EditPerson.tsx'

const BlockMenu = late(async () => (await import('../moderation/BlockMenu.tsx')).BlockMenu)

const EditPerson = late<ComponentProps<typeof Form>>(async () => (await import('./writing/EditPerson.tsx')).EditPerson)

/** A person: cover, face, introduction, what they host, their groups and their items (PUB-004, PUB-007). */
export function PersonPage() {
  const data = usePage(personPage)
  const user = useUser()
  const { person, books, items, isOwner, face, profile, canSwitch, following } = data
  const [isEditing, setIsEditing] = useState(false)
  const isVisitor = user === null
  const isStranger = user !== null && !isOwner && !canSwitch
  const button = <FollowPage page={{ ...person, kind: 'person' }} following={following} />
  return (
    <PublicFrame
      {...data}
      title={person.title}
      picture={<Face username={person.username} size={72} known={face} />}
      cover={profile.cover && <Cover picture={profile.cover} />}
      note={<ProfileNote profile={profile} following={following} />}
      facts={
        <>
          {profile.introduction && <p className={classes.introduction}>{profile.introduction}</p>}
          {isEditing && (
            <EditPerson key={person.id} person={person} profile={profile} onDone={() => setIsEditing(false)} />
          )}
          <ProfileFacts profile={profile} />
        </>
      }
      book={null}
      hasNews={profile.has_news}
      actions={
        isOwner ? (
          <Button variant="default" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
            Edit page
          </Button>
        ) : isVisitor ? (
          <>
            {button}
            <ReportMenu about={{ kind: 'person', id: person.id }} label={`More about ${person.username}`} />
          </>
        ) : (
          isStranger && (
            <>
              {button}
              {isModerator(user) && <RemoveFace username={person.username} known={face} />}
              {profile.is_main === 1 ? (
                <BlockMenu username={person.username}>
                  <PersonReports id={person.id} face={profile.face_id} />
                </BlockMenu>
              ) : (
                <ReportMenu about={{ kind: 'person', id: person.id }} label={`More about ${person.username}`} />
              )}
            </>
          )
        )
      }
    >
      {profile.is_hidden === 1 && <HiddenNote about={{ kind: 'person', id: person.id }} isMine={isOwner} />}
      {profile.is_face_hidden === 1 && profile.face_id !== null && (
        <HiddenNote about={{ kind: 'picture', id: profile.face_id }} isMine={isOwner} />
      )}
      {isOwner && <OwnerTools data={data} book={null} />}
      {isOwner && items.length === 0 && (
        <EmptyState
          icon={<IconNotebook size={40} aria-hidden />}
          text="You haven't written anything yet. Add an item, and everyone who opens this page can read it."
        />
      )}
      {items.length > 0 && (
        <ItemList
          page={personPage}
          items={items}
          isOwner={isOwner}
          writer={{ username: person.username, groups: books }}
        />
      )}
    </PublicFrame>
  )
}

function PersonReports({ id, face }: { id: number; face: number | null }) {
  return (
    <>
      <ReportItems about={{ kind: 'person', id }} what="page" />
      {face !== null && <ReportItems about={{ kind: 'picture', id: face }} what="picture" />}
    </>
  )
}
